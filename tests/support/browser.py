"""A page that is open in a real browser, and what it did that it should not."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from optional import library, program

playwright = library("playwright.sync_api")
CHROMIUM = program("chromium")

PHONE = {"width": 375, "height": 740}
DESK = {"width": 1280, "height": 900}


@contextmanager
def launched() -> Iterator[Any]:
    """Debian's chromium."""
    with playwright.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


class Opened:
    """A page without a network.

    Args:
        browser: where.
        file: the page.
        size: of the window.
        scheme: light or dark.
        ready: what the root element has when the scripts are done.
    """

    def __init__(
        self,
        browser: Any,
        file: Path,
        size: dict[str, int] = DESK,
        scheme: str = "light",
        ready: str = "data-ready",
    ) -> None:
        self.file = file
        self.context = browser.new_context(viewport=size, color_scheme=scheme)
        self.context.set_offline(True)
        self.page = self.context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._receive)
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))
        self.page.goto(file.as_uri())
        self.page.wait_for_selector(f"html[{ready}]", state="attached")

    def _receive(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def close(self) -> None:
        """Say what the page must not have done."""
        self.context.close()
        assert self.complaints == []
        assert self.requests == [self.file.as_uri()]

    def obeys_its_policy(self) -> None:
        """Try what the policy of the page forbids: a connection, and a script it does not know."""
        found = self.page.evaluate(
            """async () => {
                const blocked = [];
                const receive = (event) => blocked.push(event.violatedDirective);
                document.addEventListener("securitypolicyviolation", receive);
                const script = document.createElement("script");
                script.textContent = "document.title = 'owned'";
                document.body.append(script);
                let fetched = true;
                try { await fetch("data:,x"); } catch { fetched = false; }
                await new Promise((go) => setTimeout(go, 50));
                return [fetched, document.title === "owned", blocked.sort()];
            }"""
        )
        assert found == [False, False, ["connect-src", "script-src-elem"]]
        assert self.requests == [self.file.as_uri()]
        self.context.close()
