"""Chains and cycles: what they find on boards of their own, and what the replay refuses."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from accord.solvers.logic.chains import cycles, inference_chains, xy_chains
from accord.solvers.logic.chains.chains import Chain, Link, Place
from accord.solvers.logic.chains.xy_chains import RemotePair
from accord.solvers.logic.engine.boards import board
from accord.solvers.logic.engine.deduction import Deduction
from accord.solvers.logic.replay.check import check
from accord.solvers.logic.replay.entailed import RefusedError

FIND = {
    technique.name: technique.find
    for family in (cycles, xy_chains, inference_chains)
    for technique in family.TECHNIQUES
}
EXAMPLES = [
    (
        "x_cycles_rule1",
        "358{29}41{69}{26}72698753414176{29}358{29}921437856574186293683{59}{59}21748423697151{39"
        "}{56}7{25}84{236}{29}7{39}{56}{25}14{69}{236}8",
        ["r8c8-2", "r8c8-2", "r8c8-2"],
    ),
    (
        "x_cycles_rule1",
        "{26}47315{26}989538267141{28}{68}479{36}{23}5{68}952374{68}147{26}1589{236}{23}31{28}964"
        "5{28}756978{23}14{23}7{28}164{23}{238}59{28}34591{28}76",
        ["r8c7-2"],
    ),
    (
        "x_cycles_rule2",
        "4251796836{19}73854{129}{129}83{19}6247{19}55{19}3846{12}{129}774{19}53286{19}2869175341"
        "74298356362751948958463{12}7{12}",
        ["r3c3=9", "r4c2=9", "r5c9=9"],
    ),
    (
        "x_cycles_rule2",
        "612859347{59}4{37}{37}2681{59}{359}{79}8{37}14{59}62259463781734981256861572493{39}261{3"
        "49}{58}{59}7{48}1{79}52{49}{78}63{48}48{37}6{39}{57}12{59}",
        ["r8c2=9"],
    ),
    (
        "x_cycles_rule3",
        "{249}{1249}{139}6{29}758{34}6783459125{249}{39}{29}8167{34}{49}651{29}8{24}378327541967{"
        "149}{19}{29}36{24}58{29}{29}6573841187469325354812769",
        ["r3c2-9"],
    ),
    (
        "x_cycles_rule3",
        "2386759{14}{14}649128375175493862{59}{69}3781{45}2{469}7{689}45321{89}{69}{58}129647{58}"
        "3{89}{289}1346{25}{59}74572196383{29}6857{24}{14}{149}",
        ["r4c9-9 r5c2-9", "r4c9-9", "r5c2-9"],
    ),
    (
        "xy_chains",
        "29{45}{456}{46}3178{45}68{145}7{145}93231729846573{45}8{14}{145}296{45}26{45}39817189726"
        "354853{146}{146}{14}729942357681671982543",
        ["r1c4-45", "r1c4-4", "r1c4-5"],
    ),
    (
        "xy_chains",
        "{249}{1249}{139}6{29}758{34}6783459125{249}{39}{29}8167{34}{49}651{29}8{24}378327541967{"
        "149}{19}{29}36{24}58{29}{29}6573841187469325354812769",
        ["r1c1-2", "r3c2-9"],
    ),
    (
        "grouped_x_cycles_rule1",
        "4165{27}8{29}{79}35{789}{279}43{27}{267}{678}13{78}{27}619{247}{478}5{17}{26}38{267}45{1"
        "67}98{26}519{27}{67}34{179}4{79}3{67}58{167}2234986157{79}{579}82{45}13{49}66{59}17{45}3"
        "{49}28",
        ["r2c8-7 r3c8-7", "r2c8-7 r3c8-7"],
    ),
    (
        "grouped_x_cycles_rule1",
        "{25}{25}6{139}4{139}7{13}8948{13}725{136}{136}{17}{137}{137}5689243{1579}46{29}{179}8{15"
        "79}{1257}8{179}24356{179}{17}{157}6{179}{1789}{289}{179}34{1257}{27}{23789}{379}{3789}54"
        "1{367}{367}4{13789}{1379}{3789}{89}62{357}{357}6{37}521{37}489",
        [
            "r3c2-7 r6c6-7 r6c9-7 r7c2-7 r8c2-7",
            "r3c2-7 r6c6-7 r6c9-7 r7c2-7 r8c2-7",
            "r3c2-7 r6c6-7 r6c9-7 r7c2-7 r8c2-7",
        ],
    ),
    (
        "grouped_x_cycles_rule2",
        "{27}413{267}{2579}8{579}{679}635{79}8124{79}{278}{28}94{267}{257}3{157}{167}3725{19}64{1"
        "9}8496{128}{27}{278}53{127}518{279}346{79}{279}{18}546{19}{89}7239{28}3{278}5{278}164{12"
        "}67{12}43985",
        ["r5c9-7 r6c4-7", "r5c9-7 r6c4-7"],
    ),
    (
        "grouped_x_cycles_rule2",
        "193{245}786{25}{45}{245}{25}86{45}9317{456}7{56}{1245}3{15}{48}{258}978{45}9{45}3261{69}"
        "3{149}{14}2{16}578{256}{125}{156}{157}8{1567}943{589}{15}{159}{58}64732362{578}1{57}{48}"
        "9{45}{58}473921{58}6",
        ["r1c4-5 r3c8-5"],
    ),
    (
        "grouped_x_cycles_rule3",
        "{459}82376{459}{49}11365947287{45}{459}218{4569}3{56}871945263{45}6{345}12{37}8{47}9{49}"
        "2{349}68{37}{45}1{57}6174593822{45}{45}831{69}{79}{67}398762154",
        ["r5c3-4", "r5c3-4"],
    ),
    (
        "grouped_x_cycles_rule3",
        "6429{15}{15}387795328461318647529{25}{35}{34}89{12345}7{13}6{289}{368}{349}{27}{137}{123"
        "46}{28}{13}51{3568}7{25}{35}{2356}{28}94{59}2648{59}173{58}{3578}1{257}6{235}94{28}4{378"
        "}{39}1{37}{239}65{28}",
        ["r4c6-3 r5c6-3", "r4c6-3 r5c6-3", "r4c6-3 r5c6-3"],
    ),
    (
        "alternating_inference_chains_rule1",
        "{16}{16}32597489287463157{45}{45}183926{56}{56}7421839{14}3269857{14}89{14}537{14}623{14"
        "}{146}8{167}529{147}{145}7{1456}9{16}2{14}832893{17}465{17}",
        ["r7c3-4 r8c1-1", "r7c3-4 r8c1-1"],
    ),
    (
        "alternating_inference_chains_rule1",
        "456{39}{379}{237}{28}1{38}1928{34}65{34}773815{24}9{24}6{23}756894{23}16145{27}{37}{278}"
        "9{38}{23}894{237}1{27}65921765384867{39}{349}{34}152543218679",
        ["r1c5-3 r8c5-3", "r1c5-3 r8c5-3", "r1c5-3 r8c5-3"],
    ),
    (
        "alternating_inference_chains_rule2",
        "7{58}219{456}{46}3{48}149{237}8{367}{67}5{27}6{58}3{27}{47}{457}19{2478}425{379}{37}{379"
        "}816971658{34}2{34}36841297581452{37}{37}69596{378}{347}12{48}{37}237{89}6{49}5{48}1",
        ["r2c9=2", "r3c4=2"],
    ),
    (
        "alternating_inference_chains_rule2",
        "{38}1{368}24957{68}{57}9{57}6183242{48}{46}7531{89}{689}{5789}{578}{789}1246{589}3{3458}"
        "{3458}1{39}672{458}{89}{349}62{39}857{49}16{37}{37}892415{49}2{49}5318671{58}{58}476932",
        ["r3c2=4", "r1c9=6", "r3c3=6"],
    ),
    (
        "alternating_inference_chains_rule3",
        "9{38}{38}724165162958734475136289{568}{58}4372{68}91297{68}41{368}5{368}{36}{138}{1368}5"
        "{68}9427{68}2941357{68}74{368}{68}95{368}12{3568}{1358}{136}2{68}794{368}",
        ["r6c2-3", "r6c2-3", "r5c9-6 r8c7-6"],
    ),
    (
        "alternating_inference_chains_rule3",
        "456{39}{2379}{2379}{28}1{38}1928{34}65{34}773815{24}9{24}6{23}756{89}{49}{48}{23}1614{35"
        "}{2378}{237}{278}9{358}{23}89{345}{2347}1{247}6{35}921765384867{349}{349}{349}1525432186"
        "79",
        ["r1c6-9", "r1c6-9"],
    ),
]
GROUPED = [
    (
        "alternating_inference_chains_rule1",
        "8{13}457{23}{16}{26}95{26}{26}9817347{139}{139}4{23}6{18}{258}{25}9{3568}{356}{37}1{237}"
        "4{2568}{235}2{3578}{357}6{39}4{89}{58}14{136}{136}8{239}5{69}7{23}6{59}{59}2483173{27}{2"
        "7}169548148{37}5{37}296",
        ["r4c2-3 r4c3-3"],
    ),
    (
        "alternating_inference_chains_rule2",
        "456{39}{2379}{237}{28}1{38}1928{34}65{34}773815{24}9{24}6{23}756{89}{49}{48}{23}16145{27"
        "8}{237}{278}9{38}{23}89{34}{237}1{247}65921765384867{349}{349}{349}152543218679",
        ["r1c5-2 r5c6-2", "r1c5-2 r5c6-2"],
    ),
    (
        "alternating_inference_chains_rule3",
        "976381254{18}235{69}4{1689}{168}7{148}5{48}72{69}{189}3{1689}68{47}{19}523{47}{19}23{79}"
        "{1689}4{68}5{179}{1689}5{49}1{689}37{4689}{689}23{49}2{68}75{1469}{1689}{1689}71{89}4{69"
        "}3{689}25{48}6521{89}7{489}3",
        ["r2c8-1", "r2c8-1"],
    ),
]
REMOTE = (
    "{17}46{17}328595{17}39682{14}{147}928{17}54{17}634325719866{17}5829{147}3{147}{17}893465"
    "2{17}291483675854617392367295{14}{14}8"
)


def said(deduction: Deduction) -> str:
    """What is placed and what goes: r1c2=9, r1c2-39 r4c5-9."""
    names = deduction.reason.layout.names
    placed = [f"{names([cell])}={value}" for cell, value in deduction.placed.items()]
    removed = deduction.removed.items()
    gone = [f"{names([cell])}-{''.join(map(str, sorted(values)))}" for cell, values in removed]
    return " ".join(placed + gone)


@pytest.mark.parametrize(("name", "text", "expected"), EXAMPLES)
def test_finds_just_this(name: str, text: str, expected: list[str]) -> None:
    start = board(text)
    deductions = list(FIND[name](start))
    assert [said(deduction) for deduction in deductions] == expected
    for deduction in deductions:
        check(start, deduction)


@pytest.mark.parametrize(("name", "text", "expected"), GROUPED)
def test_grouped_nodes_are_an_option(name: str, text: str, expected: list[str]) -> None:
    start = board(text)
    assert not list(FIND[name](start))
    deductions = list(getattr(inference_chains, name)(start, grouped=True))
    assert [said(deduction) for deduction in deductions] == expected
    for deduction in deductions:
        check(start, deduction)


def test_a_skyscraper_takes_all_that_sees_both_ends() -> None:
    """1 stands in r1c1 and r1c5 and in r9c1 and r9c6: one of r1c5 and r9c6 holds it."""
    rows = {0: (0, 4), 8: (0, 5)}
    text = "".join(
        "{123456789}" if row not in rows or column in rows[row] else "{23456789}"
        for row in range(9)
        for column in range(9)
    )
    deductions = {said(deduction) for deduction in FIND["x_cycles_rule3"](board(text))}
    assert "r2c6-1 r3c6-1 r7c5-1 r8c5-1" in deductions


def test_remote_pairs_take_both_values() -> None:
    start = board(REMOTE)
    deductions = [d for d in FIND["xy_chains"](start) if isinstance(d.reason, RemotePair)]
    assert [said(deduction) for deduction in deductions] == [
        "r2c9-17",
        "r5c7-17",
        "r2c9-17 r5c7-17",
    ]
    assert deductions[0].reason.sentence == (
        "r2c2, r1c1, r6c1 and r6c9 hold 1 and 7 in turn, "
        "so no cell that sees both r2c2 and r6c9 holds either"
    )
    for deduction in deductions:
        check(start, deduction)
        reason = deduction.reason
        assert isinstance(reason, RemotePair)
        cells, (one, other) = reason.cells, reason.values
        wrong: list[dict[str, Any]] = [
            {"cells": cells[1:]},
            {"cells": (*cells[:-1], 80)},
            {"cells": (cells[1], cells[0], *cells[2:])},
            {"cells": cells[:2]},
            {"values": (one, one)},
            {"values": (one, other % 9 + 1)},
            {"differing": ()},
            {"differing": ((cells[0], cells[2]),)},
            {"differing": ((cells[0], 80),)},
        ]
        for change in wrong:
            with pytest.raises(RefusedError):
                check(start, replace(deduction, reason=replace(reason, **change)))


def test_longer_remote_pairs_also_exclude_by_inner_cells() -> None:
    """A chain of six cells bent so that its halves exclude something apart from its ends."""
    pair = dict.fromkeys((0, 7, 25, 52, 45, 38), "{12}")
    text = "".join(pair.get(cell, "{123456789}") for cell in range(81))
    start = board(text)
    reasons = [d.reason for d in FIND["xy_chains"](start) if isinstance(d.reason, RemotePair)]
    assert any(len(reason.differing) > 1 for reason in reasons)
    for deduction in FIND["xy_chains"](start):
        check(start, deduction)


@pytest.mark.parametrize("name", FIND)
def test_finds_nothing_without_strong_links(name: str) -> None:
    assert not list(FIND[name](board("0" * 81)))
    assert not list(FIND[name](board("12" + "0" * 79)))


def test_says_how_one_end_follows_from_the_other() -> None:
    name, text, _ = next(example for example in EXAMPLES if example[0] == "x_cycles_rule2")
    assert next(FIND[name](board(text))).reason.sentence == (
        "if r3c3 is not 9, then r2c2 is 9 (box 1), r2c9 is not 9 (row 2), r5c9 is 9 (column 9), "
        "r5c3 is not 9 (row 5) and r3c3 is 9 (column 3), against what was supposed; so r3c3 is 9"
    )


def corrupted(reason: Chain) -> Iterator[Chain]:
    """Reasons that name something that is not there."""
    places, links = reason.places, reason.links
    yield replace(reason, places=places[1:])
    yield replace(reason, links=links[1:])
    yield replace(reason, places=places[:1], links=())
    yield replace(reason, places=(*places[:2], *places[:2], *places[2:]))
    yield replace(reason, links=(*links, *links))
    for number, place in enumerate(places):
        rest = places[:number], places[number + 1 :]
        for wrong in (
            Place(place.value % 9 + 1, place.cells),
            Place(place.value, (*place.cells, place.cells[0])),
            Place(place.value, ()),
            Place(place.value, (80 - place.cells[0],)),
            Place(place.value, (place.cells[0], 81)),
            places[number - 1],
        ):
            yield replace(reason, places=(*rest[0], wrong, *rest[1]))
    for number, link in enumerate(links):
        houses = [None, *reason.layout.houses]
        other = houses[(houses.index(link.house) + 14) % len(houses)]
        for bad in (replace(link, strong=not link.strong), Link(link.strong, other)):
            yield replace(reason, links=(*links[:number], bad, *links[number + 1 :]))


@pytest.mark.parametrize(("name", "text", "expected"), EXAMPLES)
def test_replay_refuses_corrupted_reasons(name: str, text: str, expected: list[str]) -> None:
    start = board(text)
    deduction = list(FIND[name](start))[-1]
    assert isinstance(deduction.reason, Chain)
    for reason in corrupted(deduction.reason):
        with pytest.raises(RefusedError):
            check(start, replace(deduction, reason=reason))
    with pytest.raises(RefusedError):
        check(board("0" * 81), deduction)
    with pytest.raises(RefusedError, match="something else"):
        check(start, replace(deduction, placed={80: 1}))
