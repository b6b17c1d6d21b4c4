// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseDialogue
import GatehouseTesting
import Testing

@testable import AmplifyCommand

/// `amplify sign-in`, on a real server.
@Suite struct SignInTests {
    private static let password = Script.Answer { TestGatehouse.password }

    private func ada(_ state: TestUserState) async throws -> User {
        let gatehouse = try await TestGatehouse()
        try await gatehouse.makeUser("ada", state)
        return User(gatehouse)
    }

    @Test func `the password is typed unseen, and the session stays for the next run`() async throws {
        let ada = try await ada(.confirmed)
        let script = Script([Self.password])
        try await ada.account(script).signIn("ada", with: .srp)
        #expect(script.asked == [.init(prompt: "Password: ", isShown: false)])
        #expect(script.text == "Signed in as ada.\n")
        #expect(try await ada.account().user()?.username == "ada")
    }

    @Test func `without an argument the first question is for the name`() async throws {
        let ada = try await ada(.confirmed)
        let script = Script(["ada", Self.password])
        try await ada.account(script).signIn(nil, with: .password)
        #expect(script.asked.map(\.prompt) == ["User name: ", "Password: "])
        #expect(script.written == "Signed in as ada.")
    }

    @Test func `after a wrong password only the question for the password is repeated`() async throws {
        let ada = try await ada(.confirmed)
        let script = Script(["wrong", Self.password])
        try await ada.account(script).signIn("ada", with: .srp)
        #expect(script.asked.map(\.prompt) == ["Password: ", "Password: "])
        #expect(script.written.hasPrefix("Error: ") && script.written.hasSuffix("Signed in as ada."))
    }

    @Test func `the user enters the code of a second factor`() async throws {
        let ada = try await ada(.withTOTP)
        let code = try await ada.gatehouse.totpCode(for: "ada")
        let script = Script([Self.password, .init { code }])
        try await ada.account(script).signIn("ada", with: .srp)
        #expect(script.asked.map(\.prompt) == ["Password: ", "Code of the authenticator app: "])
        #expect(script.written.hasSuffix("Signed in as ada."))
    }

    @Test func `a temporary password is replaced by one that is typed unseen`() async throws {
        let ada = try await ada(.mustChangePassword)
        let script = Script([Self.password, "short", "Another-Horse-8!"])
        try await ada.account(script).signIn("ada", with: .srp)
        #expect(script.asked.map(\.prompt) == ["Password: ", "New password: ", "New password: "])
        #expect(script.asked.allSatisfy { !$0.isShown })
        #expect(script.written.hasSuffix("Signed in as ada."))
    }

    @Test func `an account that is not confirmed is confirmed on the way, and its password is typed once`()
        async throws
    {
        let ada = try await ada(.unconfirmed)
        let script = Script([Self.password, "again", ada.sentCode()])
        try await ada.account(script).signIn("ada", with: .srp)
        #expect(script.asked.map(\.isShown) == [false, true, true])
        #expect(script.written.hasSuffix("Signed in as ada."))
    }

    @Test func `a password that was reset is replaced on the way, and the new one signs in`() async throws {
        let ada = try await ada(.mustResetPassword)
        let script = Script([Self.password, ada.sentCode(), "Another-Horse-8!"])
        try await ada.account(script).signIn("ada", with: .srp)
        #expect(script.asked.map(\.prompt) == ["Password: ", "Code: ", "New password: "])
        #expect(script.written.hasSuffix("Signed in as ada."))
    }

    @Test func `a signed-in user is named instead of asked`() async throws {
        let ada = try await User(TestGatehouse()).signedIn()
        let script = Script(["grace", Self.password])
        let error = await #expect(throws: Refusal.self) { try await ada.account(script).signIn(nil, with: .srp) }
        #expect(error?.text == "ada is signed in." && script.asked.isEmpty)
    }

    @Test func `the user who is signed in learns it, without a question and without a request`() async throws {
        let ada = try await User(TestGatehouse()).signedIn()
        let offline = User(ada.gatehouse, store: ada.store, isOnline: false)
        let script = Script(["wrong", Self.password])
        try await offline.account(script).signIn("ada", with: .srp)
        #expect(script.asked.isEmpty && script.text == "ada is signed in already.\n")
        #expect(try await ada.account().user()?.username == "ada")
    }

    @Test func `another user does not replace the one who is signed in`() async throws {
        let ada = try await User(TestGatehouse()).signedIn()
        try await ada.gatehouse.makeUser("grace")
        for name in ["grace", "Ada", "ada ", ""] {
            let script = Script([Self.password])
            let error = await #expect(throws: Refusal.self) { try await ada.account(script).signIn(name, with: .srp) }
            #expect(error?.text == "ada is signed in." && script.asked.isEmpty)
        }
        #expect(try await ada.account().user()?.username == "ada")
    }

    @Test(arguments: [[], ["wrong"]] as [[Script.Answer]])
    func `the end of the input ends the sign-in without a session`(_ answers: [Script.Answer]) async throws {
        let ada = try await ada(.confirmed)
        let error = await #expect(throws: Ending.self) {
            try await ada.account(Script(answers)).signIn("ada", with: .srp)
        }
        #expect(error == .inputEnded)
        #expect(try await ada.account().user() == nil)
    }
}
