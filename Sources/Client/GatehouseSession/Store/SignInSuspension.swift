// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient

/// Stores a sign-in that waits for the user's answer, for apps that keep it across a restart.
///
/// If the item cannot be read or written, the user must sign in from the start.
struct SignInSuspension: Sendable {
    private struct Item: Codable {
        let signIn: SuspendedSignIn
        let since: Date
    }

    /// No user pool waits longer for an answer, in seconds.
    private static let lifetime = 900.0

    private let store: any CredentialStore
    private let key: String
    private let clock: ClientClock

    init(store: any CredentialStore, key: String, clock: ClientClock) {
        self.store = store
        self.key = key
        self.clock = clock
    }

    /// The stored sign-in; one that has expired is removed.
    var present: SuspendedSignIn? {
        guard case .found(let data) = store.read(key) else { return nil }
        let item = try? JSONDecoder().decode(Item.self, from: data)
        // A clock that was set back makes nothing younger.
        if let item, abs(clock.now().timeIntervalSince(item.since)) < Self.lifetime { return item.signIn }
        end()
        return nil
    }

    /// Keeps a sign-in in place of another.
    func begin(_ signIn: SuspendedSignIn) {
        guard let data = try? JSONEncoder().encode(Item(signIn: signIn, since: clock.now())) else { return }
        try? store.write(data, for: key)
    }

    /// Removes the sign-in, if the store can remove it.
    func end() {
        try? remove()
    }

    /// Removes the sign-in.
    ///
    /// - Throws: `StoreError`; then the store may still hold the sign-in.
    func remove() throws(StoreError) {
        if store.read(key) != .absent { try store.remove(key) }
    }
}

/// The stored form of a sign-in that waits for the user's answer.
struct SuspendedSignIn: Sendable, Equatable, Codable {
    let flow: SignInFlow
    let typedUsername: String
    let username: String
    let challenge: OpenChallenge
}

extension SuspendedSignIn: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "(sign-in of \(typedUsername))" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: ["typedUsername": typedUsername]) }
}
