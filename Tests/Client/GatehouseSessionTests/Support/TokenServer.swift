// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Synchronization

/// The token endpoint of an OAuth provider that is not a user pool, in front of a scripted service.
final class TokenServer: Transport {
    static let url = "https://tenant.auth0.com/oauth/token"

    typealias Answer = @Sendable () async -> (Int, String)

    private let service: ScriptedService
    private let answer: Mutex<Answer>
    private let log = Mutex<[[String: String]]>([])

    init(_ service: ScriptedService) {
        self.service = service
        let refusal: Answer = { (400, #"{"error":"invalid_request"}"#) }
        answer = Mutex(refusal)
    }

    /// The fields of the requests.
    var requests: [[String: String]] { log.withLock { $0 } }

    func answer(_ status: Int, _ body: String) {
        answer.withLock { $0 = { (status, body) } }
    }

    func answer(_ body: @escaping Answer) {
        answer.withLock { $0 = body }
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        guard request.url.absoluteString == Self.url else { return try await service.send(request) }
        let fields = (try? AuthorizationServer.fields(String(decoding: request.body, as: UTF8.self))) ?? [:]
        log.withLock { $0.append(fields) }
        let answer = answer.withLock { $0 }
        let (status, body) = await answer()
        return TransportResponse(status: status, body: Data(body.utf8))
    }

    /// Pages of the provider.
    static func pages() throws -> HostedPages {
        try HostedPages(
            .external(OAuthAddresses(authorize: "https://tenant.auth0.com/authorize", token: url)),
            clientID: "app",
            signInRedirect: "app://callback",
            signOutRedirect: nil,
            scopes: ["openid"]
        )
    }

    /// An engine on the fixture's store with the provider's pages.
    func engine(_ fixture: Fixture, _ rules: SessionRules = .mobileClient) throws -> SessionEngine {
        SessionEngine(
            configuration: try SessionConfiguration(
                userPool: fixture.configuration.userPool,
                identityPool: fixture.configuration.identityPool,
                pages: .success(Self.pages())
            ),
            store: fixture.store,
            rules: rules,
            transport: self,
            clock: fixture.clock.clock
        )
    }
}
