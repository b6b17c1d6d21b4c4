// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

/// The authorization of a request: the one of its options, its own, or the default of the API.
@Suite(.hangLimit) struct CallModeTests {
    private struct Failure: Error {}

    /// A factory whose providers fail, each in one form of the method.
    private final class FailingProviders: APIAuthProviderFactory {
        private struct Older: AmplifyOIDCAuthProvider {
            func getLatestAuthToken() -> Result<String, any Error> { .failure(Failure()) }
        }

        private struct Newer: AmplifyFunctionAuthProvider {
            func getLatestAuthToken() async throws -> String { throw Failure() }
        }

        override func oidcAuthProvider() -> (any AmplifyOIDCAuthProvider)? { Older() }
        override func functionAuthProvider() -> (any AmplifyFunctionAuthProvider)? { Newer() }
    }

    private static func request(
        _ options: Any?, _ mode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<String> {
        var request = APIApp.title(mode)
        request.options = GraphQLRequest.Options(pluginOptions: options)
        return request
    }

    @Test func `the mode of the options counts before the one of the request`() async throws {
        let app = try APIApp(factory: TwoProviders())
        let options = AWSAPIPluginDataStoreOptions(authType: .function, modelName: "Todo")
        _ = try await app.plugin.query(request: Self.request(options, .openIDConnect))
        #expect(app.header("authorization") == "function")
    }

    @Test func `options without a mode leave the one of the request, or the default of the API`() async throws {
        let app = try APIApp(factory: TwoProviders())
        let options = AWSAPIPluginDataStoreOptions(authType: nil, modelName: "Todo")
        _ = try await app.plugin.mutate(request: Self.request(options, .openIDConnect))
        #expect(app.header("authorization") == "openid" && app.header("x-api-key") == nil)
        _ = try await app.plugin.mutate(request: Self.request(options))
        #expect(app.header("authorization") == nil && app.header("x-api-key") == APIApp.key)
    }

    @Test func `other options of a request say nothing about its mode`() async throws {
        let app = try APIApp(factory: TwoProviders())
        _ = try await app.plugin.query(request: Self.request("other", .openIDConnect))
        #expect(app.header("authorization") == "openid")
    }

    @available(*, deprecated)
    @Test func `the earlier options count as the present ones do`() async throws {
        let app = try APIApp(factory: TwoProviders())
        let options = AWSPluginOptions(authType: .function, modelName: "Todo")
        _ = try await app.plugin.query(request: Self.request(options))
        #expect(app.header("authorization") == "function" && options.modelName == "Todo")
    }

    @Test func `a subscription is authorized in the mode of the options`() async throws {
        let app = try APIApp(factory: TwoProviders())
        var request = APIApp.titles(.apiKey)
        request.options = GraphQLRequest.Options(
            pluginOptions: AWSAPIPluginDataStoreOptions(authType: .openIDConnect, modelName: "Todo"))
        let sequence = app.plugin.subscribe(request: request)
        _ = try await app.sockets.acknowledgedConnection()
        #expect(app.sockets.requests.first?.headers.map(\.value) == ["openid"])
        sequence.cancel()
    }

    @Test(arguments: [AWSAuthorizationType.openIDConnect, .function])
    func `a provider that fails, in either form, is the cause of the error of a call`(
        mode: AWSAuthorizationType
    ) async throws {
        let app = try APIApp(factory: FailingProviders())
        let error = await #expect(throws: APIError.self) {
            try await app.plugin.query(request: APIApp.title(mode))
        }
        guard case .operationError("Failed to retrieve authorization token.", "", let cause) = error else {
            Issue.record("The error is \(String(describing: error)).")
            return
        }
        #expect(cause is Failure && app.network.requests.isEmpty)
    }

    @Test(arguments: [AWSAuthorizationType.openIDConnect, .function])
    func `a provider that fails is the cause of the end of a subscription, after the time to connect`(
        mode: AWSAuthorizationType
    ) async throws {
        let app = try APIApp(factory: FailingProviders())
        let events = app.plugin.subscribe(request: APIApp.titles(mode))
        // The pause before the next attempt.
        await app.clock.waitForSleep(upTo: .milliseconds(25))
        app.clock.advance(by: .seconds(10))
        let error = await #expect(throws: APIError.self) {
            for try await _ in events {}
        }
        #expect(error?.underlyingError is Failure && app.sockets.requests.isEmpty)
    }

    @Test func `a mode is not tried after another one that fails`() async throws {
        // The mode of a call is a choice of the app. Only a synchronization tries one mode after another.
        let app = try APIApp(answers: [.answer(401, "{}")], factory: TwoProviders())
        let error = await #expect(throws: APIError.self) {
            try await app.plugin.query(request: APIApp.title(.openIDConnect))
        }
        #expect(error?.isUnauthorized() == true && app.network.requests.count == 1)
    }

    @Test func `a provider's factory is the one that the app has passed`() throws {
        let factory = TwoProviders()
        #expect(try APIApp(factory: factory).plugin.apiAuthProviderFactory() === factory)
        #expect(try APIApp().plugin.apiAuthProviderFactory().oidcAuthProvider() == nil)
    }
}
