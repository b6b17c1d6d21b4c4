// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseDialogue
import GatehouseSession
import GatehouseTesting
import Testing

@testable import AmplifyCommand

/// `amplify session`, `credentials` and `sign-out`, on a real server.
@Suite struct SessionTests {
    private struct Printed: Decodable, Equatable {
        let version: Int
        let accessKeyID: String
        let secretAccessKey: String
        let sessionToken: String
        let expiration: String

        private enum CodingKeys: String, CodingKey {
            case version = "Version"
            case accessKeyID = "AccessKeyId"
            case secretAccessKey = "SecretAccessKey"
            case sessionToken = "SessionToken"
            case expiration = "Expiration"
        }
    }

    /// What `credentials --process` prints, decoded.
    private func printed(_ user: User) async throws -> Printed {
        let (dialogue, results) = (Script(), Script())
        try await user.account(dialogue, results: results)
            .showCredentials(.process, now: user.gatehouse.clock.now)
        #expect(dialogue.text.isEmpty && results.text.hasSuffix("}\n"))
        return try JSONDecoder().decode(Printed.self, from: Data(results.text.utf8))
    }

    private func credentials(_ user: User) async throws -> any AWSTemporaryCredentials {
        let session = try await user.account().cognitoSession(renews: false)
        return try #require(try session.getAWSCredentials().get() as? any AWSTemporaryCredentials)
    }

    @Test func `the AWS CLI gets the credentials of the session, with their end`() async throws {
        let ada = try await User(TestGatehouse()).signedIn()
        let printed = try await printed(ada)
        let credentials = try await credentials(ada)
        #expect(printed.version == 1 && printed.accessKeyID == credentials.accessKeyId)
        #expect(printed.secretAccessKey == credentials.secretAccessKey)
        #expect(printed.sessionToken == credentials.sessionToken)
        let end = try Date(printed.expiration, strategy: .iso8601)
        #expect(abs(end.timeIntervalSince(credentials.expiration)) < 1)
    }

    @Test func `credentials are printed again until 15 minutes before their end, and then renewed`() async throws {
        let ada = try await User(TestGatehouse()).signedIn()
        let first = try await printed(ada)
        ada.gatehouse.clock.advance(by: 40 * 60)
        #expect(try await printed(ada) == first)
        ada.gatehouse.clock.advance(by: 6 * 60)
        let second = try await printed(ada)
        #expect(second.accessKeyID != first.accessKeyID && second.expiration > first.expiration)
    }

    @Test func `credentials that cannot be renewed are printed until their end`() async throws {
        let online = try await User(TestGatehouse()).signedIn()
        let first = try await printed(online)
        let ada = User(online.gatehouse, store: online.store, isOnline: false)
        ada.gatehouse.clock.advance(by: 46 * 60)
        #expect(try await printed(ada) == first)
        ada.gatehouse.clock.advance(by: 15 * 60)
        let account = try await ada.account()
        let error = await #expect(throws: AuthError.self) {
            try await account.showCredentials(.process, now: ada.gatehouse.clock.now)
        }
        #expect(try Complaint(#require(error)).status == .unreachable)
    }

    @Test func `people are shown neither tokens nor secret keys`() async throws {
        let ada = try await User(TestGatehouse()).signedIn()
        let results = Script()
        let account = try await ada.account(results: results)
        try await account.showCredentials(.summary, now: ada.gatehouse.clock.now)
        try await account.showSession(renews: false)
        let session = try await account.cognitoSession(renews: false)
        let credentials = try await credentials(ada)
        let tokens = try session.getCognitoTokens().get()
        #expect(results.written.contains(credentials.accessKeyId) && results.written.contains("Signed in as ada"))
        let secrets = [
            credentials.secretAccessKey, credentials.sessionToken, tokens.idToken, tokens.accessToken,
            tokens.refreshToken,
        ]
        for secret in secrets { #expect(!results.written.contains(secret)) }
    }

    @Test func `without a user nothing is printed, and no guest is made`() async throws {
        let nobody = try await User(TestGatehouse())
        let results = Script()
        let account = try await nobody.account(results: results)
        for form in [Account.CredentialForm.summary, .process] {
            await #expect(throws: Refusal.self) { try await account.showCredentials(form) }
        }
        await #expect(throws: Refusal.self) { try await account.showSession(renews: false) }
        #expect(results.text.isEmpty)
        #expect(try nobody.store.keys(startingWith: "").allSatisfy { !$0.hasSuffix(".session") })
    }

    @Test func `after the sign-out the refresh token is worth nothing on another machine either`() async throws {
        let ada = try await User(TestGatehouse()).signedIn()
        let thief = try await ada.copy()
        let script = Script()
        try await ada.account(script).signOut(everywhere: false)
        #expect(script.written == "Signed out.")
        #expect(try await ada.account().user() == nil)
        let error = await #expect(throws: AuthError.self) { try await thief.account().showSession(renews: true) }
        guard case .sessionExpired = error else {
            Issue.record("The copied session gave \(String(describing: error)).")
            return
        }
    }

    @Test func `a second sign-out is no error`() async throws {
        let ada = try await User(TestGatehouse()).signedIn()
        try await ada.account().signOut(everywhere: true)
        let script = Script()
        try await ada.account(script).signOut(everywhere: false)
        #expect(script.written == "No user is signed in.")
    }
}
