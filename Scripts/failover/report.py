# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The tables at the end."""
from cutting_proxy import Point
from ledger import Count

NAME, COLUMN = 52, 9


def print_cuts(cuts):
    """Prints, for each write and point, how many of the cut requests were answered with success."""
    if not cuts:
        return
    print(f"\n{'Cut, and answered with success':28}" + "".join(f"{point.value:>20}" for point in Point))
    for name in dict.fromkeys(name for name, _ in cuts):
        answers = [cuts.get((name, point), []) for point in Point]
        cells = [f"{each.count('done')} of {len(each)}" if each else "" for each in answers]
        others = sorted({answer for each in answers for answer in each if answer != "done"})
        print(f"{name:28}" + "".join(f"{cell:>20}" for cell in cells) + ("  " + ", ".join(others) if others else ""))


def print_table(ledger, parts, noted, tolerated):
    """Prints breaches of examined things by part; returns whether all counts are zero."""
    columns = "".join(f"{column:>{COLUMN}}" for column in [*parts, "control"])
    print(f"\n{'Count, of so many examined':{NAME}}{columns}")
    fine = True
    for count in Count:
        cells = []
        for part in parts:
            number, seen = ledger.number(count, part), ledger.seen(count, part)
            fine = fine and (number == 0 or (part, count) in tolerated)
            cells.append(f"{number}/{seen}" if seen else "")
        control = (noted or {}).get(count)
        cells.append({None: "", 0: "NO"}.get(control, "fails"))
        print(f"{count.value:{NAME}}" + "".join(f"{cell:>{COLUMN}}" for cell in cells))
    return fine
