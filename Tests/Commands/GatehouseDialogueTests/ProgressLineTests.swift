// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseDialogue

/// The line of a long command, and tables.
@Suite struct ProgressLineTests {
    @Test func `on a terminal the end of a step replaces its line`() {
        var progress = ProgressLine(of: 2, columns: 80, style: Style(showsColours: false))
        var terminal = ScreenOfTerminal()
        terminal.take(progress.begin("User pool"))
        #expect(terminal.text == "… [1/2] User pool")
        terminal.take(progress.begin("Domain"))
        #expect(terminal.text == "✔ [1/2] User pool\n… [2/2] Domain")
        terminal.take(progress.end(.failed))
        #expect(terminal.text == "✔ [1/2] User pool\n✖ [2/2] Domain" && terminal.row == 2)
        let rest = progress.end(.done)
        #expect(rest.isEmpty)
    }

    @Test func `elsewhere each step has a line, and a failure another one`() {
        var progress = ProgressLine(columns: 80, style: .dumb)
        let text = progress.begin("User pool") + progress.begin("Domain") + progress.end(.failed)
        #expect(text == "... User pool\n... Domain\nfailed: Domain\n")
    }

    @Test func `a pipe gets the whole step on one line`() {
        let title = String(repeating: "Create the user pool of the shop ", count: 5) + "now"
        var progress = ProgressLine(of: 2, columns: 80, style: .dumb)
        let text = progress.begin(title) + progress.end(.failed)
        #expect(text == "... [1/2] \(title)\nfailed: [1/2] \(title)\n")
    }

    @Test func `a step has one row at 20 columns`() {
        var progress = ProgressLine(of: 11, columns: 20, style: Style(showsColours: false))
        let line = progress.begin("The user pool of the shop")
        #expect(line == "\r… [1/11] The user p\u{1B}[K")
    }
}

@Suite struct TableTests {
    private let table = Table(
        ["Category", "Resource name", "Operation", "Provider plugin"],
        [["Auth", "shop", "Create", "awscloudformation"], ["Api", "notes", "No Change", "awscloudformation"]])

    @Test func `on a terminal the table has a frame`() {
        #expect(
            table.lines(width: 80, style: Style()) == [
                "┌──────────┬───────────────┬───────────┬───────────────────┐",
                "│ Category │ Resource name │ Operation │ Provider plugin   │",
                "├──────────┼───────────────┼───────────┼───────────────────┤",
                "│ Auth     │ shop          │ Create    │ awscloudformation │",
                "│ Api      │ notes         │ No Change │ awscloudformation │",
                "└──────────┴───────────────┴───────────┴───────────────────┘",
            ])
        #expect(
            table.lines(width: 80, style: .ascii).first
                == "+----------+---------------+-----------+-------------------+")
    }

    @Test func `on a pipe the table has its columns only`() {
        #expect(
            table.lines(width: 20, style: .dumb) == [
                "Category  Resource name  Operation  Provider plugin",
                "Auth      shop           Create     awscloudformation",
                "Api       notes          No Change  awscloudformation",
            ])
    }

    @Test func `where the table is too wide, each row is a group of lines`() {
        let lines = table.lines(width: 20, style: Style())
        #expect(
            lines.prefix(5) == [
                "Category: Auth", "Resource name: shop", "Operation: Create", "Provider plugin:", "  awscloudformation",
            ])
        #expect(lines[5].isEmpty && lines.allSatisfy { $0.count <= 20 })
        #expect(table.lines(width: 56, style: Style()).first == "Category  Resource name  Operation  Provider plugin")
    }

    @Test func `a row that is too short has empty cells`() {
        #expect(Table(["A", "B"], [["1"], ["1", "2", "3"]]).lines(width: 20, style: .dumb) == ["A  B", "1", "1  2"])
        #expect(Table([], [["1"]]).lines(width: 20, style: Style()).isEmpty)
    }
}
