// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseSession
import GatehouseTesting
import Synchronization

/// What all runs begin with: two worlds, with and without rotation of refresh tokens, and their users.
struct MobileLandscape {
    static let shared = Task { try await MobileLandscape() }
    static let users = ["ada", "grace"]

    let worlds: [MobileWorld]
    /// A token of a further user for a federated sign-in in each world.
    let tokens: [String]

    private init() async throws {
        var worlds: [MobileWorld] = []
        var tokens: [String] = []
        for rotates in [false, true] {
            let world = try await MobileWorld.withAda(rotatesRefreshTokens: rotates)
            for name in ["grace", "lin"] {
                try await world.gatehouse.makeUser(name, password: MobileWorld.password, inPool: world.pool)
            }
            let token = try await world.phone().signedIn("lin").tokens().value().idToken?.tokenString
            worlds.append(world)
            tokens.append(token ?? "")
        }
        (self.worlds, self.tokens) = (worlds, tokens)
    }
}

/// The store as one process sees it; after the end of the process nothing reaches the store.
final class ProcessStore: CredentialStore {
    private let base: any CredentialStore
    private let hasEnded = Mutex(false)

    init(_ base: any CredentialStore) { self.base = base }

    var name: String { base.name }

    /// Ends the process.
    func end() { hasEnded.withLock { $0 = true } }

    func read(_ key: String) -> StoreAnswer { base.read(key) }

    func write(_ data: Data, for key: String) throws(StoreError) {
        try hasEnded.withLock { hasEnded throws(StoreError) in
            if !hasEnded { try base.write(data, for: key) }
        }
    }

    func remove(_ key: String) throws(StoreError) {
        try hasEnded.withLock { hasEnded throws(StoreError) in
            if !hasEnded { try base.remove(key) }
        }
    }

    func keys(startingWith prefix: String) throws(StoreError) -> [String] { try base.keys(startingWith: prefix) }
}
