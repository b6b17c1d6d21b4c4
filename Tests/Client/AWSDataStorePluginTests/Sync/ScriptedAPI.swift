// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import Synchronization

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// An API plugin whose service follows a script: it refuses and fails in ways in which the real server does not.
final class ScriptedAPI: APICategoryPlugin {
    /// A request, as far as scripts distinguish them.
    struct Request: Sendable, Equatable {
        /// The name of the operation, such as `SyncTodos`.
        let name: String
        let model: ModelName
        let mode: AWSAuthorizationType?
        let nextToken: String?
        let lastSync: Int64?
        let limit: Int?
        /// The `id` of a mutation's record; nil for other requests.
        let recordID: String?
    }

    /// What the service answers to a query or mutation.
    enum Answer: Sendable {
        case value(any Sendable)
        case partial(any Sendable, [GraphQLError])
        case errors([GraphQLError])
        case failure(APIError)
    }

    /// What the service does with a new subscription.
    enum Opening: Sendable {
        case accept
        case acceptAndEnd
        case refuse(APIError)
    }

    /// An open subscription.
    struct Line: Sendable {
        let request: Request
        let send: @Sendable (MutationSync<AnyModel>) -> Void
        let notify: @Sendable (SubscriptionConnectionState) -> Void
        let end: @Sendable ((any Error)?) -> Void
    }

    let key: PluginKey = "awsAPIPlugin"

    private let answer: @Sendable (Request) async -> Answer
    private let opening: @Sendable (Request) -> Opening
    private let seen = Mutex<[Request]>([])
    private let open = Mutex<[Line]>([])

    init(
        opening: @escaping @Sendable (Request) -> Opening = { _ in .accept },
        answer: @escaping @Sendable (Request) async -> Answer
    ) {
        self.answer = answer
        self.opening = opening
    }

    /// The requests, in their order.
    var requests: [Request] { seen.withLock { $0 } }

    /// The names of the modes of the requests, in their order.
    var modes: [String] { requests.map { $0.mode?.rawValue ?? "DEFAULT" } }

    /// The subscriptions of a model that were accepted, in their order.
    func lines(of model: ModelName) -> [Line] { open.withLock { $0.filter { $0.request.model == model } } }

    func forgetRequests() { seen.withLock { $0 = [] } }

    func query<R: Decodable & Sendable>(request: GraphQLRequest<R>) async throws -> GraphQLTask<R>.Success {
        try await response(to: request)
    }

    func mutate<R: Decodable & Sendable>(request: GraphQLRequest<R>) async throws -> GraphQLTask<R>.Success {
        try await response(to: request)
    }

    private func response<R: Decodable & Sendable>(to request: GraphQLRequest<R>) async throws -> GraphQLResponse<R> {
        let request = Request(request)
        seen.withLock { $0.append(request) }
        try Task.checkCancellation()
        switch await answer(request) {
        case .value(let value): return .success(try Self.cast(value))
        case .partial(let value, let errors): return .failure(.partial(try Self.cast(value), errors))
        case .errors(let errors): return .failure(.error(errors))
        case .failure(let error): throw error
        }
    }

    private static func cast<R>(_ value: any Sendable) throws -> R {
        guard let value = value as? R else { throw APIError.unknown("The script answers with another type", "") }
        return value
    }

    func subscribe<R: Decodable & Sendable>(
        request: GraphQLRequest<R>
    ) -> AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<R>> {
        let sequence = AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<R>>()
        let request = Request(request)
        seen.withLock { $0.append(request) }
        sequence.send(.connection(.connecting))
        switch opening(request) {
        case .refuse(let error): sequence.fail(error)
        case .acceptAndEnd:
            sequence.send(.connection(.connected))
            sequence.finish()
        case .accept:
            sequence.send(.connection(.connected))
            let line = Line(
                request: request,
                send: { record in
                    if let record = record as? R { sequence.send(.data(.success(record))) }
                },
                notify: { sequence.send(.connection($0)) },
                end: { error in
                    if let error { sequence.fail(error) } else { sequence.finish() }
                })
            open.withLock { $0.append(line) }
        }
        return sequence
    }
}

extension ScriptedAPI {
    func configure(using configuration: Any?) throws {}

    func apiAuthProviderFactory() -> APIAuthProviderFactory { APIAuthProviderFactory() }

    func add(interceptor: any URLRequestInterceptor, for apiName: String) throws {}

    func reachabilityPublisher() throws -> AnyPublisher<ReachabilityUpdate, Never>? { nil }

    func reachabilityPublisher(for apiName: String?) throws -> AnyPublisher<ReachabilityUpdate, Never>? { nil }

    private static let noREST = APIError.invalidConfiguration("The script has no REST API", "")

    func get(request: RESTRequest) async throws -> RESTTask.Success { throw Self.noREST }

    func put(request: RESTRequest) async throws -> RESTTask.Success { throw Self.noREST }

    func post(request: RESTRequest) async throws -> RESTTask.Success { throw Self.noREST }

    func delete(request: RESTRequest) async throws -> RESTTask.Success { throw Self.noREST }

    func head(request: RESTRequest) async throws -> RESTTask.Success { throw Self.noREST }

    func patch(request: RESTRequest) async throws -> RESTTask.Success { throw Self.noREST }
}

extension ScriptedAPI.Request {
    init<R>(_ request: GraphQLRequest<R>) {
        let options = request.options?.pluginOptions as? AWSAPIPluginDataStoreOptions
        let words = request.document.split(separator: " ").map { $0.prefix { $0 != "(" } }
        name = words.count > 1 ? String(words[1]) : ""
        model = options?.modelName ?? ""
        mode = options?.authType
        nextToken = request.variables?["nextToken"] as? String
        lastSync = request.variables?["lastSync"] as? Int64
        limit = request.variables?["limit"] as? Int
        recordID = (request.variables?["input"] as? [String: Any])?["id"] as? String
    }
}

extension SyncQueryResult {
    /// A page of a sync.
    static func page(
        _ items: [MutationSync<AnyModel>], nextToken: String? = nil, startedAt: Int64? = 1
    ) -> SyncQueryResult {
        SyncQueryResult(items: items, nextToken: nextToken, startedAt: startedAt)
    }
}

extension MutationSync<AnyModel> {
    /// A record of the service with a version.
    static func remote(
        _ record: any Model, _ version: Int, isDeleted: Bool = false, changedAt: Int64 = 1
    ) -> MutationSync<AnyModel> {
        MutationSync(
            model: AnyModel(record),
            syncMetadata: MutationSyncMetadata(
                modelId: record.identifier, modelName: record.modelName, deleted: isDeleted,
                lastChangedAt: changedAt, version: version))
    }
}

extension GraphQLError {
    /// An error of AppSync.
    static func ofType(_ type: String, data: JSONValue? = nil) -> GraphQLError {
        var extensions: [String: JSONValue] = ["errorType": .string(type)]
        if let data { extensions["data"] = data }
        return GraphQLError(message: type, extensions: extensions)
    }
}
