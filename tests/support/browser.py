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


class Offline:
    """A window without a network, and what its pages do in it that they should not."""

    def __init__(self, browser: Any, size: dict[str, int] = DESK, scheme: str = "light") -> None:
        self.context = browser.new_context(viewport=size, color_scheme=scheme, offline=True)
        self.page = self.context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._receive)
        self.page.on("dialog", lambda dialog: self.complaints.append(dialog.message))

    def _receive(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def asked_only(self, folder: Path) -> None:
        """Close it, and say what its pages must not have done; all they may ask for lies here."""
        self.context.close()
        own = (folder.as_uri(), "data:", "about:", "blob:")
        assert self.complaints == []
        assert [url for url in self.requests if not url.startswith(own)] == []


class Opened(Offline):
    """A page that is open.

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
        super().__init__(browser, size, scheme)
        self.file = file
        self.page.goto(file.as_uri())
        self.page.wait_for_selector(f"html[{ready}]", state="attached")

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
