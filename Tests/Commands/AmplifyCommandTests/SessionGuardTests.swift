// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseDialogue
import GatehouseSession
import GatehouseTesting
import Testing

@testable import AmplifyCommand

/// A configuration file that changes while a session is stored for it.
@Suite struct SessionGuardTests {
    private static let key = "amplifyCommand."

    private func binding(_ user: User) async throws -> SessionBinding {
        let outputs = try await user.gatehouse.configuration()
        let auth = try #require(outputs.auth)
        return try #require(SessionBinding(.outputs(AmplifyOutputs.data(Data()), auth, outputs.servers())))
    }

    private func admit(
        _ use: SessionGuard.Use, _ user: User, saying script: Script = Script(),
        _ change: (inout SessionBinding) -> Void = { _ in }
    ) async throws {
        var binding = try await binding(user)
        change(&binding)
        try SessionGuard(store: user.store, binding: binding).admit(use, saying: script)
    }

    private func sessions(_ user: User) throws -> [String] {
        try user.store.keys(startingWith: "amplify.").filter { $0.hasSuffix(".session") }
    }

    private static let changes: [@Sendable (inout SessionBinding) -> Void] = [
        { $0.endpoint = "https://elsewhere.example.com" }, { $0.userPoolEndpoint = "https://elsewhere.example.com" },
        { $0.identityPoolEndpoint = "https://elsewhere.example.com" }, { $0.endpoint = nil },
        { $0.clientID = "another" }, { $0.region = "eu-west-1" },
    ]

    @Test(arguments: changes.indices)
    func `the tokens of a session are not sent where a changed configuration says`(_ index: Int) async throws {
        let ada = try await User(TestGatehouse()).signedIn()
        try await admit(.session, ada)
        let refusal = await #expect(throws: Refusal.self) { try await admit(.session, ada, Self.changes[index]) }
        #expect(refusal?.cure.contains("sign in again with 'amplify sign-in'") == true)
        // The configuration is restored.
        try await admit(.session, ada)
        #expect(try await ada.account().user()?.username == "ada")
    }

    @Test func `the refusal names both servers`() async throws {
        let ada = try await User(TestGatehouse()).signedIn()
        try await admit(.session, ada)
        let refusal = await #expect(throws: Refusal.self) {
            try await admit(.session, ada) { $0.endpoint = "https://elsewhere.example.com" }
        }
        let own = try #require(try await binding(ada).endpoint)
        #expect(refusal?.text.contains(own) == true)
        #expect(refusal?.text.contains("https://elsewhere.example.com") == true)
    }

    @Test func `a sign-in at another server ends the session of the first, which gets it back nowhere`() async throws {
        let ada = try await User(TestGatehouse()).signedIn()
        try await admit(.session, ada)
        let script = Script()
        try await admit(.signIn, ada, saying: script) { $0.endpoint = "https://elsewhere.example.com" }
        #expect(script.written.contains("its tokens were not revoked"))
        #expect(try sessions(ada).isEmpty)
        #expect(try await ada.account().user() == nil)
    }

    @Test func `a sign-out at another server ends the session without a request`() async throws {
        let ada = try await User(TestGatehouse()).signedIn()
        try await admit(.session, ada)
        let refusal = await #expect(throws: Refusal.self) {
            try await admit(.signOut, ada) { $0.endpoint = "https://elsewhere.example.com" }
        }
        #expect(refusal?.text.hasPrefix("Signed out on this device.") == true)
        #expect(try sessions(ada).isEmpty)
    }

    @Test func `a session of an earlier release goes on where its tokens name the server, and is bound then`()
        async throws
    {
        let ada = try await User(TestGatehouse()).signedIn()
        #expect(try ada.store.keys(startingWith: Self.key).isEmpty)
        try await admit(.session, ada)
        let key = try #require(try ada.store.keys(startingWith: Self.key).first)
        // Damaged, the binding is found in the tokens again.
        try ada.store.write(Data("{".utf8), for: key)
        try await admit(.session, ada)
        #expect(try ada.store.keys(startingWith: Self.key) == [key])
    }

    @Test(arguments: changes.indices.dropLast())
    func `a session of an earlier release is not sent to a server that its tokens do not name`(
        _ index: Int
    )
        async throws
    {
        let ada = try await User(TestGatehouse()).signedIn()
        let refusal = await #expect(throws: Refusal.self) { try await admit(.session, ada, Self.changes[index]) }
        #expect(refusal?.text.contains("earlier release") == true)
        #expect(try ada.store.keys(startingWith: Self.key).isEmpty)
    }

    @Test func `without a session every configuration is admitted`() async throws {
        let nobody = try await User(TestGatehouse())
        try await admit(.signIn, nobody)
        for use in [SessionGuard.Use.session, .signOut, .signIn] {
            try await admit(use, nobody) { $0.endpoint = "https://elsewhere.example.com" }
        }
    }

    @Test func `the configurations of both generations say the same`() throws {
        let texts = [
            """
            {"version": "1", "auth": {"aws_region": "eu-west-1", "user_pool_id": "eu-west-1_a",
             "user_pool_client_id": "c", "user_pool_endpoint": "https://users.example.com",
             "identity_pool_endpoint": "https://identities.example.com", "endpoint": "https://a.example.com"}}
            """,
            """
            {"version": "1.4", "auth": {"aws_region": "eu-west-1", "user_pool_id": "eu-west-1_a",
             "user_pool_client_id": "c"},
             "custom": {"gatehouse": {"user_pool_endpoint": "https://users.example.com",
              "identity_pool_endpoint": "https://identities.example.com", "endpoint": "https://a.example.com"}}}
            """,
            """
            {"auth": {"plugins": {"awsCognitoAuthPlugin": {
              "CognitoUserPool": {"Default": {"PoolId": "eu-west-1_a", "AppClientId": "c", "Region": "eu-west-1",
               "Endpoint": "https://users.example.com"}},
              "CredentialsProvider": {"CognitoIdentity": {"Default": {"Endpoint": "https://identities.example.com"}}},
              "Auth": {"Default": {"Endpoint": "https://a.example.com"}}}}}}
            """,
        ]
        let bindings = try texts.map { text in
            let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).json")
            try Data(text.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            return try SessionBinding(Configuration(file: file.path))
        }
        #expect(bindings[0] != nil && Set(bindings.map { $0?.place }).count == 1)
        #expect(bindings.allSatisfy { $0 == bindings[0] })
        #expect(bindings[0]?.place == "https://users.example.com and https://identities.example.com")
    }
}
