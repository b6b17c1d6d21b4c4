// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseDialogue

/// The choice that a typed answer makes.
@Suite struct ChoiceTests {
    private let choices = [
        Choice(word: "sms", title: "codes by SMS", value: "first"),
        Choice(word: "totp", title: "an app", value: "second"),
    ]

    @Test(arguments: [("1", "first"), ("2", "second"), ("sms", "first"), ("TOTP", "second")])
    func `a number or a word of the list chooses`(_ answer: String, _ value: String) {
        #expect(choices.choice(for: answer) == value)
    }

    @Test(arguments: ["0", "3", "-1", "99999999999999999999", "", "mail", "sms totp"])
    func `any other text chooses no item`(_ answer: String) {
        #expect(choices.choice(for: answer) == nil)
    }

    @Test func `no two ways to sign in have the same title`() {
        #expect(Set(SignInWay.allCases.map(\.title)).count == SignInWay.allCases.count)
    }
}
