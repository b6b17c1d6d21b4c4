// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseClient
import GatehouseDialogue
import GatehouseSession
import GatehouseTesting

@testable import AmplifyCommand

/// A person at a terminal, with the commands on an account of a real server.
struct User {
    let gatehouse: TestGatehouse
    let store: InMemoryCredentialStore
    /// Whether requests reach the server.
    let isOnline: Bool

    /// A person whose machine has no session, or that of another.
    init(
        _ gatehouse: TestGatehouse, store: InMemoryCredentialStore = InMemoryCredentialStore(), isOnline: Bool = true
    ) {
        self.gatehouse = gatehouse
        self.store = store
        self.isOnline = isOnline
    }

    /// The account, as the next run of the program has it.
    func account(
        _ dialogue: Script = Script(), results: Script = Script(), requiredAttributes: [String] = []
    ) async throws -> Account {
        let store = store
        let plugin = AWSCognitoAuthPlugin(
            transport: Network(server: isOnline ? gatehouse.transport : nil), clock: .following(gatehouse.clock),
            isStoreShared: true,
            openStore: { _ in store })
        try await plugin.configure(using: gatehouse.configuration())
        return Account(plugin: plugin, dialogue: dialogue, results: results, requiredAttributes: requiredAttributes)
    }

    /// Makes a user of the pool and signs in.
    func signedIn(_ name: String = "ada") async throws -> User {
        try await gatehouse.makeUser(name)
        try await account(Script([.init { TestGatehouse.password }])).signIn(name, with: .srp)
        return self
    }

    /// A second machine with a copy of this one's session.
    func copy() async throws -> User {
        let copied = InMemoryCredentialStore()
        for key in try store.keys(startingWith: "") {
            if case .found(let data) = store.read(key) { try copied.write(data, for: key) }
        }
        return User(gatehouse, store: copied)
    }

    /// The newest code that was sent to a user with an address at `example.com`.
    func sentCode(to name: String = "ada") -> Script.Answer {
        let gatehouse = gatehouse
        return Script.Answer {
            gatehouse.messages(to: "\(name)@example.com").first { !$0.code.isEmpty }?.code ?? "none"
        }
    }
}
