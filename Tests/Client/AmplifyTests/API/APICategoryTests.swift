// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization
import Testing

@testable import Amplify

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

extension GlobalAmplify {
    /// `Amplify.API` with a plugin that records its calls.
    @Suite struct APICategoryTests {
        final class RecordingAPIPlugin: APICategoryPlugin {
            let key: PluginKey
            private let recorded = Mutex<[String]>([])
            /// Runs while the plugin is configured.
            private let configuring: @Sendable () throws -> Void

            init(_ key: PluginKey = "recording", configuring: @escaping @Sendable () throws -> Void = {}) {
                self.key = key
                self.configuring = configuring
            }

            var calls: [String] { recorded.withLock { $0 } }

            private func record(_ call: String) { recorded.withLock { $0.append(call) } }

            func configure(using configuration: Any?) throws {
                try configuring()
                record("configure \((configuration as? JSONValue)?.stringValue ?? "-")")
            }

            func reset() async { record("reset") }

            func query<R: Decodable & Sendable>(
                request: GraphQLRequest<R>
            ) async throws -> GraphQLTask<R>.Success {
                record("query \(request.document)")
                return .failure(.error([GraphQLError(message: "m")]))
            }

            func mutate<R: Decodable & Sendable>(
                request: GraphQLRequest<R>
            ) async throws -> GraphQLTask<R>.Success {
                record("mutate \(request.document)")
                throw APIError.unknown("u", "")
            }

            func subscribe<R: Decodable & Sendable>(
                request: GraphQLRequest<R>
            ) -> AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<R>> {
                record("subscribe \(request.document)")
                let sequence = AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<R>>()
                sequence.send(.connection(.connecting))
                sequence.finish()
                return sequence
            }

            func add(interceptor: any URLRequestInterceptor, for apiName: String) throws {
                record("add \(apiName)")
            }

            func apiAuthProviderFactory() -> APIAuthProviderFactory {
                record("factory")
                return APIAuthProviderFactory()
            }

            private func body(_ method: String, _ request: RESTRequest) -> Data {
                record("\(method) \(request.path ?? "-")")
                return Data(method.utf8)
            }

            func get(request: RESTRequest) async throws -> RESTTask.Success { body("get", request) }
            func put(request: RESTRequest) async throws -> RESTTask.Success { body("put", request) }
            func post(request: RESTRequest) async throws -> RESTTask.Success { body("post", request) }
            func delete(request: RESTRequest) async throws -> RESTTask.Success { body("delete", request) }
            func head(request: RESTRequest) async throws -> RESTTask.Success { body("head", request) }
            func patch(request: RESTRequest) async throws -> RESTTask.Success { body("patch", request) }

            func reachabilityPublisher() throws -> AnyPublisher<ReachabilityUpdate, Never>? {
                record("reachability")
                return nil
            }

            func reachabilityPublisher(for apiName: String?) throws -> AnyPublisher<ReachabilityUpdate, Never>? {
                record("reachability \(apiName ?? "-")")
                return Just(ReachabilityUpdate(isOnline: true)).eraseToAnyPublisher()
            }
        }

        private struct NoChange: URLRequestInterceptor {
            func intercept(_ request: URLRequest) async throws -> URLRequest { request }
        }

        private static func request(_ document: String) -> GraphQLRequest<String> {
            GraphQLRequest(document: document, responseType: String.self)
        }

        private static func misuse(_ call: () async throws -> Void) async throws {
            do {
                try await call()
                Issue.record("There is no error.")
            } catch APIError.invalidConfiguration {
                // As it should be.
            }
        }

        @Test func `calls reach the plugin, which gets its block of the configuration`() async throws {
            let plugin = RecordingAPIPlugin()
            try await fresh {
                try Amplify.add(plugin: plugin)
                #expect(!Amplify.API.isConfigured)
                let block = APICategoryConfiguration(plugins: ["recording": "mine", "absent": "other"])
                try Amplify.configure(AmplifyConfiguration(api: block))
                #expect(Amplify.API.isConfigured && Amplify.API.categoryType == .api)
                _ = try await Amplify.API.query(request: Self.request("q"))
                await #expect(throws: APIError.self) { try await Amplify.API.mutate(request: Self.request("m")) }
                var count = 0
                for try await _ in Amplify.API.subscribe(request: Self.request("s")) { count += 1 }
                #expect(count == 1)
                try Amplify.API.add(interceptor: NoChange(), for: "todos")
                _ = Amplify.API.apiAuthProviderFactory()
                #expect(try Amplify.API.getPlugin(for: "recording") === plugin)
                #expect(CategoryType.api.category === Amplify.API)
            }
            #expect(
                plugin.calls == [
                    "configure mine", "query q", "mutate m", "subscribe s", "add todos", "factory", "reset",
                ])
        }

        @Test func `REST requests and publishers reach the plugin`() async throws {
            let plugin = RecordingAPIPlugin()
            try await fresh {
                try Amplify.add(plugin: plugin)
                try Amplify.configure(AmplifyConfiguration())
                let request = RESTRequest(path: "/items")
                #expect(try await Amplify.API.get(request: request) == Data("get".utf8))
                #expect(try await Amplify.API.put(request: request) == Data("put".utf8))
                #expect(try await Amplify.API.post(request: request) == Data("post".utf8))
                #expect(try await Amplify.API.delete(request: request) == Data("delete".utf8))
                #expect(try await Amplify.API.head(request: request) == Data("head".utf8))
                #expect(try await Amplify.API.patch(request: RESTRequest()) == Data("patch".utf8))
                #expect(try Amplify.API.reachabilityPublisher() == nil)
                var states: [Bool] = []
                _ = try Amplify.API.reachabilityPublisher(for: "rest")?.sink { states.append($0.isOnline) }
                #expect(states == [true])
            }
            #expect(
                plugin.calls == [
                    "configure -", "get /items", "put /items", "post /items", "delete /items", "head /items", "patch -",
                    "reachability", "reachability rest", "reset",
                ])
        }

        @Test func `REST requests before configure are configuration errors`() async throws {
            try await fresh {
                try await Self.misuse { _ = try await Amplify.API.get(request: RESTRequest()) }
                try await Self.misuse { _ = try Amplify.API.reachabilityPublisher() }
            }
        }

        @Test func `a plugin can be called as soon as it says that it is configured`() async throws {
            try await fresh {
                let plugin = RecordingAPIPlugin { try Amplify.API.add(interceptor: NoChange(), for: "todos") }
                try Amplify.add(plugin: plugin)
                try Amplify.configure(AmplifyConfiguration())
            }
        }

        @Test func `a plugin that refuses its configuration leaves the category unconfigured`() async throws {
            try await fresh {
                try Amplify.add(plugin: RecordingAPIPlugin { throw APIError.invalidConfiguration("wrong", "") })
                #expect(throws: APIError.self) { try Amplify.configure(AmplifyConfiguration()) }
                #expect(!Amplify.API.isConfigured)
                try await Self.misuse { _ = try await Amplify.API.query(request: Self.request("q")) }
            }
        }

        @Test func `calls before configure, without a plugin and with two are configuration errors`() async throws {
            try await fresh {
                try await Self.misuse { _ = try await Amplify.API.query(request: Self.request("q")) }
                try await Self.misuse { for try await _ in Amplify.API.subscribe(request: Self.request("s")) {} }
                try await Self.misuse { try Amplify.API.add(interceptor: NoChange(), for: "todos") }
                #expect(Amplify.API.apiAuthProviderFactory().oidcAuthProvider() == nil)
                #expect(Amplify.API.apiAuthProviderFactory().functionAuthProvider() == nil)
                try Amplify.configure(AmplifyConfiguration())
                try await Self.misuse { _ = try await Amplify.API.mutate(request: Self.request("m")) }
                try await Self.misuse { _ = try Amplify.API.getPlugin(for: "recording") }
                #expect(throws: ConfigurationError.self) { try Amplify.add(plugin: RecordingAPIPlugin()) }
            }
            try await fresh {
                try await Self.misuse { try Amplify.add(plugin: RecordingAPIPlugin("")) }
                try Amplify.add(plugin: RecordingAPIPlugin("a"))
                try Amplify.add(plugin: RecordingAPIPlugin("b"))
                try Amplify.configure(AmplifyConfiguration())
                try await Self.misuse { _ = try await Amplify.API.query(request: Self.request("q")) }
                Amplify.API.removePlugin(for: "a")
                _ = try await Amplify.API.query(request: Self.request("q"))
            }
        }
    }
}
