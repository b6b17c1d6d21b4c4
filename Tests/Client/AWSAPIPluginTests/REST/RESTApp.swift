// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport

@testable import AWSAPIPlugin

/// An app with REST APIs.
struct RESTApp {
    static let key = APIApp.key

    let plugin: AWSAPIPlugin
    let clock: StepClock
    let session: ScriptedSession

    /// Makes an app with the one API `items`.
    ///
    /// Listeners of operations listen to the Hub of the app, so only the tests that own `Amplify` have them.
    init(
        _ mode: AWSAuthorizationType = .none, at endpoint: String = "https://api.example.org:8443/prod",
        over transport: some Transport, tokens: [Result<String, AuthError>] = [.success("token-1")],
        factory: APIAuthProviderFactory? = nil, network: some NetworkMonitor = PlatformNetworkMonitor(),
        reportsToHub: Bool = false
    ) throws {
        session = ScriptedSession(tokens)
        clock = StepClock()
        let silence: @Sendable (HubPayload) -> Void = { _ in }
        plugin = AWSAPIPlugin(
            apiAuthProviderFactory: factory, session: session, transport: transport, sockets: ScriptedSockets([]),
            network: network, clock: clock.clock, hub: reportsToHub ? nil : silence)
        try plugin.configure(using: ["items": Self.api(mode, endpoint)] as JSONValue)
    }

    /// Makes an app whose API is a server on this machine.
    init(
        _ mode: AWSAuthorizationType = .none, on server: RawServer,
        over transport: some Transport = PlatformTransport.platform, reportsToHub: Bool = false
    ) throws {
        try self.init(
            mode, at: "http://127.0.0.1:\(server.port)/prod", over: transport, reportsToHub: reportsToHub)
    }

    static func api(_ mode: AWSAuthorizationType, _ endpoint: String, kind: String = "REST") -> JSONValue {
        [
            "endpointType": .string(kind), "endpoint": .string(endpoint), "region": "eu-west-1",
            "authorizationType": .string(mode.rawValue), "apiKey": .string(key),
        ]
    }

    /// The error of a request.
    func error(_ request: RESTRequest = RESTRequest(path: "/a")) async -> APIError? {
        do {
            _ = try await plugin.get(request: request)
            return nil
        } catch {
            return error as? APIError
        }
    }
}

extension ScriptedTransport {
    /// The value of a header in the last request; nil without one.
    func header(_ name: String) -> String? {
        requests.last?.headers.first { $0.name.lowercased() == name }?.value
    }
}
