// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseTesting

@testable import AWSMobileClient

/// A dictionary of the configuration.
///
/// Unchecked: it has texts, truth values, arrays and dictionaries of such, which do not change.
struct ConfigurationContent: @unchecked Sendable {
    let content: [String: Any]

    init(_ content: [String: Any]) { self.content = content }
}

/// A device with a store, a clock and a network, on which the app can be started again and again.
struct Phone {
    var store: any CredentialStore
    var network: MobileNetwork
    var clock: MobileClock
    private let configuration: ConfigurationContent
    private let isStoreShared: Bool
    private let browser: TestBrowser?

    init(
        _ world: MobileWorld, configuration: ConfigurationContent, store: any CredentialStore,
        isStoreShared: Bool = false, browser: TestBrowser? = nil, provider: (any Transport)? = nil
    ) {
        self.store = store
        self.configuration = configuration
        self.isStoreShared = isStoreShared
        self.browser = browser
        network = MobileNetwork(world.gatehouse.transport, provider: provider)
        clock = MobileClock(world.gatehouse.clock)
    }

    /// Starts the app, without `initialize`.
    func app() -> MobileApp {
        let (configuration, store) = (configuration, store)
        let environment = MobileEnvironment(
            source: ConfigurationSource(given: { configuration.content }), isStoreShared: isStoreShared,
            transport: network, clock: clock.clock, presenter: browser.map { AppOwned($0) },
            openStore: { _ in store })
        return MobileApp(AWSMobileClient(testing: MobileSession(environment)), on: self)
    }

    /// Starts the app, up to the end of `initialize`.
    func started() async throws -> MobileApp {
        let app = app()
        _ = try await app.initialize().value()
        return app
    }

    /// Starts the app, and signs Ada in; forgets the requests and notifications so far.
    func signedIn(_ name: String = "ada") async throws -> MobileApp {
        let app = try await started()
        _ = try await app.signIn(name).value()
        app.forget()
        return app
    }
}

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
