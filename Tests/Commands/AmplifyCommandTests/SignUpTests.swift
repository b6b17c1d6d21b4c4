// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDialogue
import GatehouseTesting
import Testing

@testable import AmplifyCommand

/// `amplify sign-up`, on a real server.
@Suite struct SignUpTests {
    private static let password = Script.Answer { TestGatehouse.password }

    @Test func `the user enters password and code, and is signed in`() async throws {
        let ada = try await User(TestGatehouse())
        let script = Script([Self.password, ada.sentCode()])
        try await ada.account(script).signUp("ada", attributes: ["email": "ada@example.com"])
        #expect(script.asked.map(\.isShown) == [false, true])
        #expect(script.written.hasSuffix("Signed in as ada."))
    }

    @Test func `the user enters attributes that the configuration requires unless they are arguments`() async throws {
        let ada = try await User(TestGatehouse())
        let script = Script([Self.password, "Ada", ada.sentCode()])
        try await ada.account(script, requiredAttributes: ["email", "name"])
            .signUp("ada", attributes: ["email": "ada@example.com"])
        #expect(script.asked.map(\.prompt).contains("Attribute name: "))
        #expect(!script.asked.map(\.prompt).contains("Attribute email: "))
    }

    @Test func `after a refused password only the question for the password is repeated`() async throws {
        let ada = try await User(TestGatehouse())
        let script = Script(["short", Self.password, ada.sentCode()])
        try await ada.account(script).signUp("ada", attributes: ["email": "ada@example.com"])
        #expect(script.asked.map(\.isShown) == [false, false, true])
        #expect(script.written.hasPrefix("Error: ") && script.written.hasSuffix("Signed in as ada."))
    }

    @Test func `without its code the account waits, and the sign-in asks for the code`() async throws {
        let ada = try await User(TestGatehouse())
        let error = await #expect(throws: Refusal.self) {
            try await ada.account(Script([Self.password])).signUp("ada", attributes: ["email": "ada@example.com"])
        }
        #expect(error?.text == "The account of ada is created, and not confirmed.")
        let script = Script([Self.password, ada.sentCode()])
        try await ada.account(script).signIn("ada", with: .srp)
        #expect(script.written.hasSuffix("Signed in as ada."))
    }
}
