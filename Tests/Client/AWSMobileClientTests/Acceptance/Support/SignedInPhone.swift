// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import GatehouseSession
import GatehouseTesting

/// A phone with a session of Ada, and copies of it with the server and the store as they were.
struct SignedInPhone {
    /// One for all tests, because it takes a sign-in to make one.
    static let shared = Task { try await SignedInPhone() }

    let world: MobileWorld
    let browser = TestBrowser()
    let federation: AppCall.Federation
    private let store: InMemoryCredentialStore

    private init() async throws {
        world = try await MobileWorld.withPages(for: browser)
        store = InMemoryCredentialStore()
        let app = try await world.phone(.both, store: store).signedIn()
        _ = try await app.credentials().value()
        let token = try await app.tokens().value().idToken?.tokenString ?? ""
        federation = AppCall.Federation(provider: world.provider, token: token)
        browser.onVisit { _ in .cancelled }
    }

    /// A phone on a copy of the server, with the session or with nothing.
    func phone(on world: MobileWorld, signedIn: Bool = true) throws -> Phone {
        let copy = InMemoryCredentialStore()
        if signedIn {
            for key in try store.keys(startingWith: "") {
                if case .found(let data) = store.read(key) { try copy.write(data, for: key) }
            }
        }
        return world.phone(.both, in: browser, store: copy)
    }
}
