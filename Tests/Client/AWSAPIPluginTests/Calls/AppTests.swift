// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import AWSAPIPlugin

/// The plugin behind `Amplify.API`, together with the Auth plugin and the real server of its session.
@Suite(.ownsAmplify) struct AppTests {
    private static let password = "Correct-Horse-1"

    /// Adds both plugins, and configures them from a generation 2 file.
    private func begin(_ gatehouse: TestGatehouse, _ network: ScriptedTransport) async throws {
        let pool = try await gatehouse.pool
        try await gatehouse.makeUser("ada", password: Self.password, inPool: pool.id)
        try Amplify.add(plugin: gatehouse.plugin())
        try Amplify.add(
            plugin: AWSAPIPlugin(
                session: AWSAuthService(), transport: network, sockets: ScriptedSockets([]),
                clock: .following(gatehouse.clock)))
        let configuration = try await gatehouse.configuration()
        try Amplify.configure(
            AmplifyOutputsData(
                auth: configuration.auth,
                data: AmplifyOutputsData.DataCategory(
                    awsRegion: "eu-west-1", url: "https://api.example.org/graphql",
                    defaultAuthorizationType: .amazonCognitoUserPools, authorizationTypes: [.awsIAM]),
                custom: configuration.custom))
    }

    private func authorization(_ network: ScriptedTransport) -> String? {
        network.requests.last?.headers.first { $0.name.lowercased() == "authorization" }?.value
    }

    @Test func `a call has the access token of the user who is signed in`() async throws {
        let gatehouse = try await TestGatehouse()
        let network = ScriptedTransport([.answer(200, #"{"data":{"getTodo":{"title":"Tea"}}}"#)])
        try await begin(gatehouse, network)
        let refusal = await #expect(throws: APIError.self) {
            try await Amplify.API.query(request: APIApp.title())
        }
        #expect(refusal?.underlyingError as? AuthError == .signedOut("", "") && network.requests.isEmpty)
        _ = try await Amplify.Auth.signIn(username: "ada", password: Self.password)
        #expect(try await Amplify.API.query(request: APIApp.title()).get() == #""Tea""#)
        let session = try await Amplify.Auth.fetchAuthSession()
        let tokens = try #require(session as? any AuthCognitoTokensProvider).getCognitoTokens().get()
        #expect(authorization(network) == tokens.accessToken)
        // Past the life of the first token, the session has another one.
        gatehouse.clock.advance(by: .seconds(2 * 3_600))
        _ = try await Amplify.API.mutate(request: APIApp.title())
        #expect(authorization(network)?.isEmpty == false && authorization(network) != tokens.accessToken)
    }

    @Test func `a signed call has the AWS credentials of the user who is signed in`() async throws {
        let gatehouse = try await TestGatehouse()
        let network = ScriptedTransport([.answer(200, #"{"data":{"getTodo":{"title":"Tea"}}}"#)])
        try await begin(gatehouse, network)
        _ = try await Amplify.Auth.signIn(username: "ada", password: Self.password)
        _ = try await Amplify.API.query(request: APIApp.title(.awsIAM))
        let session = try await Amplify.Auth.fetchAuthSession()
        let credentials = try #require(session as? any AuthAWSCredentialsProvider).getAWSCredentials().get()
        #expect(authorization(network)?.hasPrefix("AWS4-HMAC-SHA256 Credential=\(credentials.accessKeyId)/") == true)
    }

    @Test func `the Hub reports the result of each call`() async throws {
        let gatehouse = try await TestGatehouse()
        let network = ScriptedTransport([.answer(200, #"{"data":{"getTodo":{"title":"Tea"}}}"#), .answer(500, "")])
        try await begin(gatehouse, network)
        _ = try await Amplify.Auth.signIn(username: "ada", password: Self.password)
        let (payloads, queue) = AsyncStream.makeStream(of: HubPayload.self)
        // Calls of tests that run at the same time have other documents.
        let document = "query Reported { getTodo(id: 1) { title } }"
        let isOwn: HubFilter = { payload in
            let context = payload.context as? AmplifyOperationContext<GraphQLOperationRequest<String>>
            return context?.request.document == document
        }
        let token = Amplify.Hub.listen(to: .api, isIncluded: isOwn) { queue.yield($0) }
        let request = GraphQLRequest(document: document, responseType: String.self, decodePath: "getTodo.title")
        _ = try await Amplify.API.query(request: request)
        await #expect(throws: APIError.self) { try await Amplify.API.mutate(request: request) }
        var seen: [HubPayload] = []
        for await payload in payloads.prefix(2) { seen.append(payload) }
        Amplify.Hub.removeListener(token)
        #expect(seen.map(\.eventName) == ["API.query", "API.mutate"])
        let context = seen.first?.context as? AmplifyOperationContext<GraphQLOperationRequest<String>>
        #expect(context?.request.document == document && context?.request.operationType == .query)
        let results = seen.compactMap { $0.data as? GraphQLOperation<String>.OperationResult }
        #expect(results.count == 2 && (try? results.first?.get().get()) == #""Tea""#)
    }
}
