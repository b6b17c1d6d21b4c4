// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The place of a sign-in that waits for a person, for the apps that want it to survive a restart.
///
/// What cannot be read or written there costs nobody more than to sign in from the start.
struct SignInSuspension: Sendable {
    private let store: any CredentialStore
    private let key: String

    init(store: any CredentialStore, key: String) {
        self.store = store
        self.key = key
    }

    /// The sign-in that waits.
    var present: SuspendedSignIn? {
        guard case .found(let data) = store.read(key) else { return nil }
        return try? JSONDecoder().decode(SuspendedSignIn.self, from: data)
    }

    /// Keeps a sign-in in place of another.
    func begin(_ signIn: SuspendedSignIn) {
        guard let data = try? JSONEncoder().encode(signIn) else { return }
        try? store.write(data, for: key)
    }

    /// Forgets the sign-in.
    func end() {
        if store.read(key) != .absent { try? store.remove(key) }
    }
}
