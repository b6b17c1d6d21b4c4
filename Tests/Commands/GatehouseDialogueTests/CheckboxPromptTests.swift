// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseDialogue

/// Lists of which several rows are selected, or put into an order.
@Suite struct CheckboxPromptTests {
    @Test func `the checkboxes have the look of the contract`() {
        #expect(
            Asked.providers.typing(" \u{1B}[B").picture() == """
                ? Which providers?
                 ◉ Facebook
                ❯◯ Google
                 ◯ Apple (no e-mail address)
                """)
        #expect(
            Asked.providers.typing(" \u{1B}[B").picture(80, 24, .ascii) == """
                ? Which providers?
                 [x] Facebook
                >[ ] Google
                 [ ] Apple (no e-mail address)
                """)
    }

    @Test(arguments: [
        ("\r", []), (" \r", [1]), ("  \r", []), ("j \r", [2]), ("a\r", [1, 2]), ("aa\r", []), (" i\r", [2]),
        ("x \r", [1]), ("a \r", [2]),
    ])
    func `the space bar toggles a row, a all of them, and i each`(_ typed: String, _ values: [Int]) {
        #expect(Asked.providers.typing(typed).answer == values)
    }

    @Test func `a row that is barred says why it is not selected`() {
        let refused = Asked.providers.typing(Sent.up + " ")
        #expect(refused.refusal == "Apple (no e-mail address) cannot be changed.")
        #expect(refused.typing(Sent.enter).answer == [])
    }

    @Test func `a row that is forced stays selected`() {
        let prompt = CheckboxPrompt("Which?", [.forced("Email", 1, because: "required"), Row("Name", 2)])
        #expect(prompt.typing(" aai\r").answer == [1, 2])
        #expect(prompt.taking("none").answer == [1] && prompt.taking("2").answer == [1, 2])
    }

    @Test func `a rule refuses a selection in words`() {
        let prompt = CheckboxPrompt("Which?", [Row("SMS", 1), Row("TOTP", 2)]) {
            $0.isEmpty ? "One type is needed." : nil
        }
        let refused = prompt.typing(Sent.enter)
        #expect(refused.answer == nil && refused.picture().hasSuffix("\n>> One type is needed."))
        #expect(refused.typing("j \r").answer == [2])
    }

    @Test func `the selected rows are repeated after Enter`() {
        #expect(Asked.providers.typing("a\r").picture() == "? Which providers? Facebook, Google")
        #expect(Asked.providers.typing("\r").picture() == "? Which providers? none")
    }

    @Test(arguments: [("", [1]), ("none", []), ("1,2", [1, 2]), ("google, facebook", [1, 2]), ("2,2", [2])])
    func `without a cursor numbers and titles select`(_ line: String, _ values: [Int]) {
        let prompt = CheckboxPrompt("Which?", [Row("Facebook", 1), Row("Google", 2)], selected: [0])
        #expect(prompt.taking(line).answer == values)
    }

    @Test(arguments: ["4", "1,x", "3"])
    func `without a cursor a wrong row is refused, and the selection is as before`(line: String) {
        let refused = Asked.providers.taking(line)
        #expect(refused.answer == nil && refused.refusal != nil && refused.taking("").answer == [])
    }
}

@Suite struct OrderPromptTests {
    @Test func `arrows with Shift, and capitals, move a row`() {
        let moved = Asked.groups.typing(Sent.shiftDown)
        #expect(
            moved.picture() == """
                ? The order of the groups?
                  1. Editors
                ❯ 2. Admins
                  3. All
                """)
        #expect(moved.typing("J\r").answer == ["e", "z", "a"])
        #expect(Asked.groups.typing(Sent.up + Sent.shiftUp + Sent.enter).answer == ["a", "e", "z"])
        #expect(Asked.groups.typing("jj" + "K" + "\r").answer == ["a", "z", "e"])
    }

    @Test func `the order is repeated after Enter`() {
        #expect(Asked.groups.typing("J\r").picture() == "? The order of the groups? Editors, Admins, All")
    }

    @Test(arguments: [("", ["a", "e", "z"]), ("3,1,2", ["z", "a", "e"]), (" 2, 1 ,3", ["e", "a", "z"])])
    func `without a cursor numbers make the order`(_ line: String, _ values: [String]) {
        #expect(Asked.groups.taking(line).answer == values)
    }

    @Test(arguments: ["1", "1,2", "1,1,2", "0,1,2", "1,2,3,4", "a,b,c"])
    func `without a cursor each number is needed once`(line: String) {
        let refused = Asked.groups.taking(line)
        #expect(refused.answer == nil && refused.refusal == "The answer must have each number from 1 to 3 once.")
    }

    @Test func `a list without rows has an empty order`() {
        let prompt = OrderPrompt("Which?", [Row<Int>]())
        #expect(prompt.typing("jkJK\r").answer == [] && prompt.taking("1").answer == nil)
    }
}
