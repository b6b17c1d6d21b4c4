// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The errors of calls that get no answer.
@Suite struct CallErrorTests {
    private struct Refusal: LocalizedError {
        var errorDescription: String? { "no network for this app" }
    }

    private struct Refusing: URLRequestInterceptor {
        let error: any Error

        func intercept(_ request: URLRequest) async throws -> URLRequest { throw error }
    }

    private func error(
        _ app: APIApp, _ request: GraphQLRequest<String> = APIApp.title()
    ) async throws -> APIError {
        try #require(await #expect(throws: APIError.self) { try await app.plugin.query(request: request) })
    }

    @Test func `a request without a document is refused before anything is sent`() async throws {
        let app = try APIApp()
        let error = try await error(app, GraphQLRequest(document: " \n", responseType: String.self))
        guard case .invalidConfiguration = error else {
            Issue.record("The error is \(error).")
            return
        }
        #expect(app.network.requests.isEmpty)
    }

    @Test func `variables that JSON does not have are refused before anything is sent`() async throws {
        let app = try APIApp()
        for value in [Date(), Double.nan, Data()] as [Any] {
            let error = try await error(
                app, GraphQLRequest(document: "{ a }", variables: ["a": value], responseType: String.self))
            #expect(error.errorDescription == "Failed to serialize query document")
        }
        #expect(app.network.requests.isEmpty)
    }

    @Test func `an unknown API is refused`() async throws {
        let error = try await error(
            try APIApp(), GraphQLRequest(apiName: "x", document: "{ a }", responseType: String.self))
        #expect(error.errorDescription == "Unable to get an endpoint configuration for x")
    }

    @Test func `a mode that is not the plugin's is refused`() async throws {
        struct Foreign: AuthorizationMode {}
        let request = GraphQLRequest(document: "{ a }", responseType: String.self, authMode: Foreign())
        guard case .invalidConfiguration = try await error(try APIApp(), request) else {
            Issue.record("The mode is accepted.")
            return
        }
    }

    @Test func `a mode whose key is not configured is a plugin error`() async throws {
        let app = try APIApp()
        try app.plugin.configure(
            using: ["todos": ["endpointType": "GraphQL", "endpoint": "https://x.org/", "authorizationType": "NONE"]]
                as JSONValue)
        for mode in [AWSAuthorizationType.apiKey, .awsIAM] {
            guard case .pluginError(let cause) = try await error(app, APIApp.title(mode)) else {
                Issue.record("The mode \(mode) is accepted.")
                continue
            }
            #expect(cause is PluginError)
        }
    }

    @Test func `an interceptor's error is the cause, and its APIError the error`() async throws {
        let app = try APIApp()
        try app.plugin.add(interceptor: Refusing(error: Refusal()), for: "todos")
        let error = try await error(app)
        #expect(
            error.errorDescription
                == "Failed to intercept request with Refusing. Error message: no network for this app.")
        #expect(error.recoverySuggestion == "See underlying error for more details")
        #expect(error.underlyingError is Refusal)
        let other = try APIApp()
        try other.plugin.add(interceptor: Refusing(error: APIError.unknown("mine", "")), for: "todos")
        #expect(try await self.error(other).errorDescription == "mine")
        #expect(app.network.requests.isEmpty && other.network.requests.isEmpty)
    }

    @Test(arguments: [
        (TransportError.Kind.unreachable, URLError.Code.cannotConnectToHost), (.timedOut, .timedOut),
        (.connectionLost, .networkConnectionLost), (.tls, .secureConnectionFailed),
        (.tooLarge, .dataLengthExceedsMaximum),
    ])
    func `a network error has the error of URLSession as cause`(
        kind: TransportError.Kind, code: URLError.Code
    ) async throws {
        let error = try await error(try APIApp(answers: [.trouble(kind)]))
        guard case .networkError(_, let information, let cause) = error else {
            Issue.record("The error is \(error).")
            return
        }
        #expect((cause as? URLError)?.code == code && information != nil)
        #expect(!error.isUnauthorized())
    }

    @Test(arguments: [301, 400, 401, 403, 404, 429, 500, 503])
    func `a status that is not a success has the response with its body`(status: Int) async throws {
        let body = #"{"errors":[{"message":"no","errorType":"UnauthorizedException"}]}"#
        let app = try APIApp(answers: [.answer(status, body, headers: [(name: "Retry-After", value: "7")])])
        let error = try await error(app)
        guard case .httpStatusError(status, let response) = error else {
            Issue.record("The error is \(error).")
            return
        }
        #expect(response.statusCode == status && response.value(forHTTPHeaderField: "retry-after") == "7")
        #expect((response as? AWSHTTPURLResponse)?.body == Data(body.utf8))
        #expect(error.isUnauthorized() == [401, 403].contains(status))
    }

    @Test func `the app's own rule can decide which errors count as unauthorized`() {
        let error = APIError.operationError("Subscription item event failed with error: Unauthorized", "")
        #expect(error.isUnauthorized() && APIError.operationError("user is UNAUTHORIZED", "").isUnauthorized())
        #expect(!APIError.unknown("Unauthorized", "").isUnauthorized())
        let rule = APIError.UnauthorizedDetermining { if case .unknown = $0 { true } else { false } }
        #expect(!error.isUnauthorized(rule: rule) && APIError.unknown("", "").isUnauthorized(rule: rule))
    }
}

/// The tokens and credentials of calls.
@Suite struct CallTokenTests {
    private struct Neither: AmplifyOIDCAuthProvider {}

    private final class Factory: APIAuthProviderFactory {
        private let provider: any AmplifyOIDCAuthProvider

        init(_ provider: any AmplifyOIDCAuthProvider) {
            self.provider = provider
        }

        override func oidcAuthProvider() -> (any AmplifyOIDCAuthProvider)? { provider }
    }

    private struct Fixed: AmplifyOIDCAuthProvider {
        let token: Result<String, any Error>

        func getLatestAuthToken() -> Result<String, any Error> { token }
    }

    private func error(_ app: APIApp, _ mode: AWSAuthorizationType? = nil) async throws -> APIError {
        let request = APIApp.title(mode)
        return try #require(await #expect(throws: APIError.self) { try await app.plugin.query(request: request) })
    }

    @Test func `a token that expires between two calls is not sent`() async throws {
        // The clock stands at 1,800,000,000.
        let tokens = [1_800_000_001, 1_800_000_000].map { ScriptedSession.token(expiringAt: $0) }
        let app = try APIApp(.amazonCognitoUserPools, tokens: tokens.map { .success($0) })
        _ = try await app.plugin.query(request: APIApp.title())
        #expect(app.header("authorization") == tokens[0])
        guard case .operationError(let text, _, let cause) = try await error(app) else {
            Issue.record("The token is sent.")
            return
        }
        #expect(cause as? AuthError == .sessionExpired("", "") && !text.contains(tokens[1]))
        #expect(app.network.requests.count == 1)
    }

    @Test func `an expired token of the app's provider is not sent`() async throws {
        let provider = Fixed(token: .success(ScriptedSession.token(expiringAt: 1_799_999_999)))
        let app = try APIApp(.openIDConnect, factory: Factory(provider))
        #expect(try await error(app).underlyingError as? AuthError == .sessionExpired("", ""))
        #expect(app.network.requests.isEmpty)
    }

    @Test func `a token of another user than the request's is not sent`() async throws {
        let token = ScriptedSession.token(expiringAt: 1_800_000_001)
        let app = try APIApp(.openIDConnect, factory: Factory(Fixed(token: .success(token))))
        let refusal = try await RequestUser.$current.withValue(RequestUser { _, _ in false }) { try await error(app) }
        #expect(refusal.errorDescription == "The token of the call is another user's.")
        #expect(app.network.requests.isEmpty)
        let user = RequestUser { $0 == token && $1 == .openIDConnect }
        _ = try await RequestUser.$current.withValue(user) { try await app.plugin.query(request: APIApp.title()) }
        #expect(app.header("authorization") == token)
    }

    @Test func `a session without a token is the cause of the error`() async throws {
        let app = try APIApp(.amazonCognitoUserPools, tokens: [.failure(.signedOut("nobody", ""))])
        let error = try await error(app)
        #expect(error.errorDescription == "Failed to retrieve authorization token.")
        #expect(error.underlyingError as? AuthError == .signedOut("", ""))
        #expect(app.network.requests.isEmpty)
    }

    @Test func `a session without AWS credentials is the cause of the error`() async throws {
        let app = try APIApp(.awsIAM)
        app.session.refuseCredentials(.signedOut("nobody", ""))
        #expect(try await error(app).underlyingError as? AuthError == .signedOut("", ""))
        #expect(app.network.requests.isEmpty)
    }

    @Test func `a mode without a provider of the app is a configuration error`() async throws {
        let app = try APIApp()
        for (mode, method) in [(AWSAuthorizationType.openIDConnect, "oidcAuthProvider"), (.function, "functionAuth")] {
            guard case .invalidConfiguration(_, let cure, _) = try await error(app, mode) else {
                Issue.record("The mode \(mode) is accepted.")
                continue
            }
            #expect(cure.contains(method))
        }
    }

    @Test func `a provider with neither form of the method fails with an error that says so`() async throws {
        guard
            case .invalidConfiguration(let text, _, _) = try await error(
                try APIApp(.openIDConnect, factory: Factory(Neither())))
        else {
            Issue.record("The provider is accepted.")
            return
        }
        #expect(text.contains("Neither"))
        let older: Result<String, any Error> = Neither().getLatestAuthToken()
        #expect(throws: APIError.self) { try older.get() }
    }

    @Test func `a provider's failure is the cause of the error`() async throws {
        struct Failure: Error {}
        let app = try APIApp(.openIDConnect, factory: Factory(Fixed(token: .failure(Failure()))))
        #expect(try await error(app).underlyingError is Failure)
    }

    @Test func `a provider of either form answers in the other one`() async throws {
        #expect(try await OlderProvider().getLatestAuthToken() == "openid")
        let newer: Result<String, any Error> = NewerProvider().getLatestAuthToken()
        #expect(throws: APIError.self) { try newer.get() }
    }
}
