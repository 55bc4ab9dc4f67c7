"""An answer as plain HTML, for a browser without scripts: a form asks, and the page comes back with the answer.

Everything that is not our own markup is escaped; a link opens the web, a mail or a telephone, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from urllib.parse import quote

from adapters.web.shown import (
    BlockOut,
    ButtonOut,
    CardOut,
    CompareOut,
    ContactOut,
    ContactsOut,
    DeadlinesOut,
    DocumentsOut,
    FactsOut,
    FileOut,
    FoldedOut,
    HeadlineOut,
    MapOut,
    Node,
    RowsOut,
    Shown,
    TableOut,
    TextOut,
    TimelineOut,
)
from tongue import say, speaking, spoken

PATH = "/plain"
_OPENED = ("https://", "http://", "mailto:", "tel:")


def page(asked: str, session: str, pictures: str, shown: Shown | None, problem: str = "") -> str:
    """The whole page: what was asked, its answer or what hinders it, and the form for what comes next.

    `pictures` is the address below which the conversation's pictures lie.
    """
    with speaking((shown and shown.language) or spoken()):
        body = [f'<p class="asked" dir="auto">{escape(asked)}</p>'] if asked else []
        if problem:
            body.append(
                f'<article class="answer failed"><div class="body"><p>{escape(problem)}</p></div></article>'
            )
        elif shown is not None:
            body.append(
                f'<article class="answer"><div class="body">{answer(shown, session, pictures)}</div></article>'
            )
        return _PAGE.format(
            body="\n".join(body), form=_form(session), title=escape(asked[:60]) or "FlyFun", language=spoken()
        )


def answer(shown: Shown, session: str, pictures: str) -> str:
    """The blocks of an answer, then its taps as buttons of forms."""
    # The words first: the picture stands below what it shows.
    after = next((at for at, one in enumerate(shown.blocks) if isinstance(one, DocumentsOut)), len(shown.blocks))
    words = [one for one in shown.blocks[:after] if not isinstance(one, MapOut)]
    maps = [one for one in shown.blocks[:after] if isinstance(one, MapOut)]
    told = [_block(block, session, pictures) for block in (*words, *maps, *shown.blocks[after:])]
    if shown.error is not None and not shown.blocks:
        told.append(f"<p>{escape(shown.error.message)}</p>")
    taps = "".join(_tap(button, session) for button in shown.buttons)
    return "".join(told) + (f'<div class="taps">{taps}</div>' if taps else "")


def _block(block: BlockOut, session: str, pictures: str) -> str:
    match block:
        case TextOut():
            return f'<div class="words">{nodes(block.tree)}</div>'
        case HeadlineOut():
            about = f"<p>{escape(block.about)}</p>" if block.about else ""
            first, *others = block.tree or ([],)
            line = nodes(first[2:]) if isinstance(first, list) else ""
            return f'<div class="headline"><h2>{line}</h2>{nodes(others)}{about}</div>'
        case DocumentsOut():
            named = [f"{_link(one.name, one.url)} {escape(one.when)}".strip() for one in block.documents]
            return f'<div class="words sources"><p>{" · ".join(named)}</p>{nodes(block.tree)}</div>'
        case ContactsOut():
            reached = f"{_reached(block.contacts)}{_p(block.note)}"
            return f'<section class="contacts">{_titled(block.title)}{reached}</section>'
        case DeadlinesOut():
            items = [
                f"<strong>{escape(one.what)}</strong> {escape(one.latest)}{_p(one.note)}{_reached(one.whom)}"
                for one in block.deadlines
            ]
            return f'<section class="deadlines">{_titled(block.title)}<ol>{_items(items)}</ol></section>'
        case TimelineOut():
            items = [
                f'<span class="at">{escape(one.at)}</span> <span class="what">{escape(one.what)} '
                f"<small>{escape(one.note)}</small></span>"
                for one in block.moments
            ]
            return f'<section class="timeline">{_titled(block.title)}<ol>{_items(items)}</ol></section>'
        case CompareOut():
            unknown = say("not known")
            rows = [[row.name, *(value or unknown for value in row.values)] for row in block.rows]
            return _table(["", *block.columns], rows)
        case FactsOut():
            facts = [(fact.name, fact.value) for fact in block.facts]
            return f'<section class="words">{_titled(block.title)}{_facts(facts)}{_links(block.links)}</section>'
        case RowsOut():
            items = [
                (_tap(row.tap.model_copy(update={"label": row.title}), session) if row.tap else _bold(row.title))
                + f"<span>{escape(' · '.join(part for part in (row.lead, row.note) if part))}</span>"
                for row in block.rows
            ]
            first = block.rows[0].number if block.rows else None
            return f'<ol class="listed" start="{first or 1}">{_items(items)}</ol>'
        case FoldedOut():
            return f'<details class="folded"><summary>{escape(block.title)}</summary>{nodes(block.tree)}</details>'
        case MapOut():
            source = escape(f"{pictures}/{quote(block.key)}")
            image = f'<img src="{source}" alt="{escape(block.alt)}" width="800" height="600" class="drawn">'
            if block.dark:
                by_night = (
                    f'srcset="{escape(f"{pictures}/{quote(block.dark)}")}" media="(prefers-color-scheme: dark)"'
                )
                image = f"<picture><source {by_night}>{image}</picture>"
            return f"<figure>{image}<figcaption>{escape(block.caption)}</figcaption></figure>"
        case FileOut():
            href = f"data:{block.media_type};base64,{block.content}"
            return f'<p><a href="{escape(href)}" download="{escape(block.name)}">{escape(block.name)}</a></p>'
        case CardOut():
            return (
                f'<section class="card">{_titled(block.title)}{_facts(block.facts)}{_links(block.links)}</section>'
            )
        case TableOut():
            return _table(block.columns, block.rows)


def nodes(tree: Sequence[Node]) -> str:
    """Elements of the server's own tree as HTML."""
    told: list[str] = []
    for node in tree:
        if isinstance(node, str):
            told.append(escape(node))
        elif isinstance(node, list) and len(node) >= 2 and isinstance(node[0], str):
            tag, attributes, *children = node
            inside = nodes(children)
            href = attributes.get("href") if isinstance(attributes, dict) else None
            if tag == "a":
                told.append(_anchor(inside, str(href or "")))
            else:
                told.append("<br>" if tag == "br" else f"<{tag}>{inside}</{tag}>")
    return "".join(told)


def _anchor(inside: str, url: str) -> str:
    return f'<a href="{escape(url)}" rel="noopener noreferrer">{inside}</a>' if url.startswith(_OPENED) else inside


def _link(label: str, url: str) -> str:
    return _anchor(escape(label), url)


def _links(links: Iterable[tuple[str, str]]) -> str:
    told = " · ".join(_link(label, url) for label, url in links)
    return f"<p>{told}</p>" if told else ""


def _reached(contacts: Sequence[ContactOut]) -> str:
    items = [_link(f"{one.label} {one.text}".strip(), one.href) for one in contacts]
    return f'<ul class="reach">{_items(items)}</ul>' if items else ""


def _facts(facts: Iterable[tuple[str, str]]) -> str:
    told = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in facts)
    return f'<dl class="facts">{told}</dl>'


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _titled(title: str) -> str:
    return f"<h3>{escape(title)}</h3>" if title else ""


def _bold(text: str) -> str:
    return f"<strong>{escape(text)}</strong> "


def _p(text: str) -> str:
    return f"<p>{escape(text)}</p>" if text else ""


def _items(items: Iterable[str]) -> str:
    return "".join(f"<li>{item}</li>" for item in items)


def _tap(button: ButtonOut, session: str) -> str:
    return (
        f'<form method="post" action="{PATH}"><input type="hidden" name="session" value="{escape(session)}">'
        f'<input type="hidden" name="label" value="{escape(button.label)}">'
        f'<button class="tap" name="token" value="{escape(button.token)}">{escape(button.label)}</button></form>'
    )


def _form(session: str) -> str:
    question, ask = say("Your question"), say("Ask")
    return (
        f'<form class="unscripted" method="post" action="{PATH}">'
        f'<input type="hidden" name="session" value="{escape(session)}">'
        f'<label for="question">{escape(question)}</label>'
        f'<textarea id="question" name="question" rows="3" maxlength="4000" dir="auto" required></textarea>'
        f'<button class="primary">{escape(ask)}</button></form>'
    )


_PAGE = """<!doctype html>
<html lang="{language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>{title}</title>
  <link rel="icon" href="/page/icon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="/page/style.css">
</head>
<body>
  <header class="bar">
    <h1 class="brand"><img src="/page/icon.svg" alt="" width="30" height="30"> <a href="/plain">FlyFun</a></h1>
  </header>
  <main id="main"><div class="turn">
{body}
{form}
  </div></main>
</body>
</html>
"""
