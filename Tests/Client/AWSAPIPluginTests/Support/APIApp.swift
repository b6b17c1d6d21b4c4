// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport

@testable import AWSAPIPlugin

/// An app with one API, whose networks follow scripts.
struct APIApp {
    static let key = "da2-abcdefghijklmnopqrstuvwxyz"

    let plugin: AWSAPIPlugin
    let network: ScriptedTransport
    let session: ScriptedSession
    let sockets: ScriptedSockets
    let monitor = ScriptedNetwork()
    let clock: StepClock

    /// Makes an app.
    ///
    /// Only the tests that own `Amplify` report to its Hub.
    init(
        _ mode: AWSAuthorizationType = .apiKey,
        answers: [ScriptedTransport.Outcome] = [.answer(200, #"{"data":{"getTodo":{"title":"Tea"}}}"#)],
        tokens: [Result<String, AuthError>] = [.success("token-1")],
        factory: APIAuthProviderFactory? = nil,
        openings: [ScriptedSockets.Opening] = [],
        reportsToHub: Bool = false
    ) throws {
        network = ScriptedTransport(answers)
        session = ScriptedSession(tokens)
        sockets = ScriptedSockets(openings)
        clock = StepClock()
        let silence: @Sendable (HubPayload) -> Void = { _ in }
        plugin = AWSAPIPlugin(
            apiAuthProviderFactory: factory, session: session, transport: network, sockets: sockets,
            network: monitor, clock: clock.clock, entropy: .seeded(7), hub: reportsToHub ? nil : silence)
        try plugin.configure(using: Self.configuration(mode))
    }

    static func configuration(_ mode: AWSAuthorizationType) -> JSONValue {
        [
            "todos": [
                "endpointType": "GraphQL", "endpoint": "https://api.example.org:8443/apis/1/graphql",
                "region": "eu-west-1", "authorizationType": .string(mode.rawValue), "apiKey": .string(key),
            ]
        ]
    }

    /// A query for a title.
    static func title(_ mode: AWSAuthorizationType? = nil) -> GraphQLRequest<String> {
        GraphQLRequest(
            document: "query { getTodo(id: 1) { title } }", responseType: String.self, decodePath: "getTodo.title",
            authMode: mode)
    }

    /// A subscription to titles.
    static func titles(_ mode: AWSAuthorizationType? = nil) -> GraphQLRequest<Todo> {
        GraphQLRequest(
            document: "subscription { onCreateTodo { title } }", responseType: Todo.self, decodePath: "onCreateTodo",
            authMode: mode)
    }

    /// The value of a header in the last request; nil without one.
    func header(_ name: String) -> String? {
        network.requests.last?.headers.first { $0.name.lowercased() == name }?.value
    }
}

struct Todo: Codable, Equatable, Sendable {
    let title: String
}

/// A session with scripted user pool tokens, the last one repeatedly, and with fixed AWS credentials.
final class ScriptedSession: AWSAuthServiceBehavior, AWSCredentialsProvider, Sendable {
    private struct Credentials: AWSTemporaryCredentials {
        let accessKeyId = "AKIDEXAMPLE"
        let secretAccessKey = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"
        let sessionToken = "session-token"
        let expiration = Date.distantFuture
    }

    private let tokens: Script<Result<String, AuthError>>
    private let failure = Script<AuthError?>([nil])

    init(_ tokens: [Result<String, AuthError>]) {
        self.tokens = Script(tokens)
    }

    /// Makes the session fail to return AWS credentials.
    func refuseCredentials(_ error: AuthError) { failure.replace([error]) }

    func getUserPoolAccessToken() async throws -> String { try tokens.next().get() }

    func getIdentityID() async throws -> String { "identity" }

    func getTokenClaims(tokenString: String) -> Result<[String: AnyObject], AuthError> {
        AWSAuthService().getTokenClaims(tokenString: tokenString)
    }

    func fetchAWSCredentials() async throws -> any AWSCredentials {
        if let error = failure.next() { throw error }
        return Credentials()
    }

    /// A JWT that expires at a number of seconds since 1970; its signature is worthless.
    static func token(expiringAt seconds: Int) -> String {
        let claims = Data(#"{"sub":"ada","exp":\#(seconds)}"#.utf8).base64EncodedString()
        let text = claims.replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_")
        return "eyJhbGciOiJub25lIn0.\(text).c2ln"
    }
}
