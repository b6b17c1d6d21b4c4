# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Changes of SAML responses that leave most of them well-formed: elements move, and values get other ones."""
import random
import re

# Logins have at most 50,000 characters of Base64.
MOST_BYTES = 36_000

TAG = re.compile(r"<(/?)([\w:.-]+)((?:\s+[\w:.-]+=\"[^\"]*\")*)\s*(/?)>")


def elements(text):
    """The ranges of all elements."""
    found, opened = [], []
    for tag in TAG.finditer(text):
        closes, name, _, empty = tag.groups()
        if closes:
            found.append((opened.pop(), tag.end()))
        elif empty:
            found.append((tag.start(), tag.end()))
        else:
            opened.append(tag.start())
    return found


def changed(text, seed):
    """The text after one to three changes, the same ones for the same seed."""
    chance = random.Random(seed)
    for _ in range(chance.randint(1, 3)):
        text = chance.choice([copied, copied, moved, removed, commented, renamed, identified])(text, chance)
    return text


def copied(text, chance):
    """Puts a copy of an element at another place, often with another person in it."""
    start, end = chance.choice(elements(text))
    copy = text[start:end]
    if len(text) + len(copy) > MOST_BYTES:
        return text
    if chance.random() < 0.7:
        copy = copy.replace(">ada<", ">eve<")
    if chance.random() < 0.4:
        copy = re.sub(r' ID="[^"]*"', ' ID="_evil"', copy)
    return inserted(text, copy, chance)


def moved(text, chance):
    start, end = chance.choice(elements(text)[:-1])
    return inserted(text[:start] + text[end:], text[start:end], chance)


def inserted(text, part, chance):
    """Puts a part before, after, or inside an element."""
    start, end = chance.choice(elements(text))
    places = [start, end, text.index(">", start) + 1] if text[start:end].count(">") > 1 else [start, end]
    place = chance.choice(places)
    return text[:place] + part + text[place:]


def removed(text, chance):
    start, end = chance.choice(elements(text)[:-1])
    return text[:start] + text[end:]


def commented(text, chance):
    """Puts a comment or a processing instruction into a name."""
    comment = chance.choice(["<!---->", "<!-- ada -->", "<?a b?>"])
    return text.replace(">ada<", chance.choice([f">ada{comment}.example.com<", f">a{comment}da<", f">{comment}ada<"]))


def renamed(text, chance):
    """Replaces a value, everywhere or once."""
    old, new = chance.choice([
        (">ada<", ">eve<"), ("reader", "writer"), ("sha256", "sha1"), ("rsa-sha256", "hmac-sha256"),
        ("enveloped-signature", "base64"), ("xml-exc-c14n#", "xml-exc-c14n#WithComments"),
        ('URI="#', 'URI="#x'), ("bearer", "sender-vouches"), ("Success", "Responder"), ("Assertion", "Advice"),
    ])
    return text.replace(old, new, chance.choice([1, -1]))


def identified(text, chance):
    """Gives an element the identifier of another one."""
    identifiers = re.findall(r' ID="([^"]*)"', text)
    start, _ = chance.choice(elements(text))
    place = re.compile(r"<[\w:.-]+").match(text, start).end()
    return f'{text[:place]} {chance.choice(["ID", "Id", "id", "xml:id"])}="{chance.choice(identifiers or ["_x"])}"{text[place:]}'
