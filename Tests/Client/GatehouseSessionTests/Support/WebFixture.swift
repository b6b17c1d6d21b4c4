// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import GatehouseSession

/// An engine with hosted pages, whose user signs in at once unless the test lets the browser do something else.
struct WebFixture {
    let base: Fixture
    let server: AuthorizationServer
    let browser: TestBrowser
    let engine: SessionEngine
    private let configuration: SessionConfiguration

    init(
        identityPool: Bool = true,
        clientID: String = "client",
        secret: String? = nil,
        offersPrivateSessions: Bool = true
    ) throws {
        let base = try Fixture(identityPool: identityPool)
        let server = AuthorizationServer(base.service, base.clock)
        let pages = try HostedPages(
            domain: Endpoint(AuthorizationServer.domain, key: "domain"),
            clientID: clientID,
            clientSecret: secret.map { ClientSecret($0) },
            signInRedirect: AuthorizationServer.redirect,
            signOutRedirect: "http://localhost:8080/bye",
            scopes: ["openid", "email"]
        )
        self.base = base
        self.server = server
        browser = TestBrowser(offersPrivateSessions: offersPrivateSessions) { page throws(WebSignInError) in
            try Self.visit(page, server)
        }
        configuration = try SessionConfiguration(
            userPool: base.configuration.userPool, identityPool: base.configuration.identityPool, pages: .success(pages)
        )
        engine = SessionEngine(
            configuration: configuration, store: base.store, presenter: browser, transport: server,
            clock: base.clock.clock, entropy: .seeded(7))
    }

    /// A user who signs in, and a page that signs the browser out.
    static func visit(_ page: WebPage, _ server: AuthorizationServer) throws(WebSignInError) -> URL {
        if page.purpose == .signOut { return page.redirect }
        guard let callback = try? server.signIn(at: page.url) else { throw .notShown("The address is incomplete.") }
        return callback
    }

    /// An engine of the same app after a restart, or one with other pages, another presenter or another clock.
    func engine(
        pages: Result<HostedPages, SessionError>?? = nil,
        presenter: (any WebPagePresenter)?? = nil,
        clock: ClientClock? = nil
    ) throws -> SessionEngine {
        SessionEngine(
            configuration: try SessionConfiguration(
                userPool: configuration.userPool, identityPool: configuration.identityPool,
                pages: pages ?? configuration.pages),
            store: base.store, presenter: presenter ?? browser, transport: server,
            clock: clock ?? base.clock.clock, entropy: .seeded(8))
    }

    /// A clock; its sleeps of a certain length end when the barrier opens.
    func clock(whose length: Duration, passesAt barrier: Barrier) -> ClientClock {
        let clock = base.clock.clock
        return ClientClock(now: clock.now, uptime: clock.uptime) { duration in
            if duration == length { await barrier.pass() } else { try await clock.sleep(duration) }
        }
    }
}
