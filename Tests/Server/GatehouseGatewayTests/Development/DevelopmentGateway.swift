// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseDevelopmentPages
import GatehouseGateway
import GatehouseServer
import GatehouseSites
import GatehouseTesting
import Synchronization

/// A gateway with the pages of a developer's server.
struct DevelopmentGateway {
    static let key = "a-key-of-forty-characters-0123456789abcd"

    let gateway: Gateway
    private let resets: ResetCounter
    /// The console of the page for data APIs.
    let console = ListedConsole()

    /// Makes a gateway; where it is remote, the pages need the key.
    init(_ overview: DevelopmentOverview = .make(), isRemote: Bool = false) async throws {
        var settings = GatewaySettings(signaturePolicy: isRemote ? .verified : .anyAdministrator)
        settings.developerKey = isRemote ? DeveloperKey(Self.key) : nil
        let installation = try await TestGatehouse(settings: settings).installation
        var gateway = installation.gateway
        let resets = ResetCounter()
        gateway.add(.development(installation.deployment, overview: { overview }, reset: { resets.count() }))
        gateway.add(.graphQL(console, deployment: installation.deployment))
        self.gateway = gateway
        self.resets = resets
    }

    /// The number of resets of the server.
    var numberOfResets: Int { resets.number }

    func get(_ path: String, query: String = "", _ headers: [(name: String, value: String)]) async -> GatewayResponse {
        await gateway.respond(to: GatewayRequest(method: "GET", path: path, query: query, headers: headers))
    }

    func post(_ path: String, _ body: String, _ headers: [(name: String, value: String)]) async -> GatewayResponse {
        await gateway.respond(
            to: GatewayRequest(method: "POST", path: path, headers: headers, body: Data(body.utf8)))
    }

    func reset(_ headers: [(name: String, value: String)]) async -> GatewayResponse {
        await gateway.respond(to: GatewayRequest(method: "POST", path: "/dev/reset", headers: headers))
    }
}

/// A console that lists the requests that reach it.
final class ListedConsole: GraphQLConsole {
    private let bodies = Mutex<[String]>([])

    /// The bodies of the requests and the subscriptions.
    var requests: [String] { bodies.withLock { $0 } }

    func description() async throws -> Data { Data(#"{"apis":[]}"#.utf8) }

    func schema(ofAPI id: String) async throws -> Data? { id == "known" ? Data("{}".utf8) : nil }

    func send(_ body: Data) async throws -> Data {
        bodies.withLock { $0.append(String(decoding: body, as: UTF8.self)) }
        return Data("{}".utf8)
    }

    func listen(_ body: Data, _ write: (Data) async throws -> Void) async throws {
        bodies.withLock { $0.append(String(decoding: body, as: UTF8.self)) }
        for number in 1...2 { try await write(Data("\(number)\n".utf8)) }
    }
}

/// Counts calls.
private final class ResetCounter: Sendable {
    private let calls = Mutex(0)

    var number: Int { calls.withLock { $0 } }

    /// Counts a call; the second one finds the first still running.
    func count() -> Bool {
        calls.withLock { calls in
            calls += 1
            return calls != 2
        }
    }
}

extension DevelopmentOverview {
    static func make(
        pools: [Pool] = [
            Pool(
                id: "us-east-1_First", name: "gatehouse-dev", numberOfUsers: 1,
                clients: [Client(id: "client", name: "web")],
                users: [User(username: "ada", status: "CONFIRMED", isEnabled: true, email: "ada@example.org")])
        ], messages: [Message] = [], administrator: String? = nil, needsKey: Bool = false,
        showsMetrics: Bool = true, api: API? = nil
    ) -> DevelopmentOverview {
        DevelopmentOverview(
            version: "1.2.3", baseURL: "http://localhost:9229", region: "us-east-1",
            first: ("us-east-1_First", "client", "us-east-1:pool"), api: api, folder: "/home/ada/.gatehouse",
            administrator: administrator, needsKey: needsKey, showsMetrics: showsMetrics, pools: pools,
            messages: messages)
    }
}
