// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
public import Amplify
import Foundation
import GatehouseCrypto

extension AWSAPIPlugin {
    /// Runs a query.
    ///
    /// - Parameter request: the document, its variables and the type of the answer.
    /// - Returns: the answer, or the errors that the service put into it.
    /// - Throws: `APIError` if there is no answer.
    public func query<R: Decodable & Sendable>(
        request: GraphQLRequest<R>
    ) async throws -> GraphQLTask<R>.Success {
        try await run(request, .query)
    }

    /// Runs a mutation.
    ///
    /// - Parameter request: the document, its variables and the type of the answer.
    /// - Returns: the answer, or the errors that the service put into it.
    /// - Throws: `APIError` if there is no answer.
    public func mutate<R: Decodable & Sendable>(
        request: GraphQLRequest<R>
    ) async throws -> GraphQLTask<R>.Success {
        try await run(request, .mutation)
    }

    /// Starts a subscription.
    ///
    /// - Parameter request: the document, its variables and the type of an event's data.
    /// - Returns: the events, for one reader. Reading throws `APIError`. A reader that leaves more than 1,000 events
    ///   unread gets an error after them. Hub has the state of the connection and the end as `API.subscribe`.
    public func subscribe<R: Sendable>(
        request: GraphQLRequest<R>
    ) -> AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<R>> {
        events(of: request, report: SubscriptionReport(request, hub))
    }

    /// The events of a subscription.
    ///
    /// - Parameters:
    ///   - request: the document, its variables and the type of an event's data.
    ///   - report: reports the states and the end to Hub; `nil` if the caller does.
    /// - Returns: the events, for one reader.
    func events<R: Decodable & Sendable>(
        of request: GraphQLRequest<R>, report: SubscriptionReport<R>?
    ) -> AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<R>> {
        let sequence = AmplifyAsyncThrowingSequence<GraphQLSubscriptionEvent<R>>(
            bufferingPolicy: .bufferingOldest(SubscriptionReader.longestQueue))
        do throws(APIError) {
            let payload = try GraphQLPayload(request)
            let endpoint = try apis.endpoint(named: request.apiName, kind: .graphQL)
            let mode = try mode(of: request, endpoint)
            let client = try realtimeClient(endpoint, mode)
            client.follow(
                document: payload.text,
                SubscriptionReader(
                    sequence.continuation, decodePath: request.decodePath,
                    origin: AnswerOrigin(request, in: mode, self), report: report),
                until: sequence.continuation)
        } catch {
            sequence.fail(error)
        }
        return sequence
    }

    private func run<R: Decodable & Sendable>(
        _ request: GraphQLRequest<R>, _ type: GraphQLOperationType
    ) async throws(APIError) -> GraphQLResponse<R> {
        let result = await result(request)
        let context = AmplifyOperationContext(operationId: UUID(), request: request.operationRequest(type))
        hub(HubPayload(eventName: type.hubEventName, context: context, data: result))
        return try result.get()
    }

    /// The answer to a query or mutation, or the reason why there is none.
    func result<R: Decodable & Sendable>(
        _ request: GraphQLRequest<R>
    ) async -> Result<GraphQLResponse<R>, APIError> {
        do throws(APIError) {
            let payload = try GraphQLPayload(request)
            let endpoint = try apis.endpoint(named: request.apiName, kind: .graphQL)
            let mode = try mode(of: request, endpoint)
            let answer = try GraphQLAnswer(body: try await call(payload, endpoint, mode).body())
            let origin = AnswerOrigin(request, in: mode, self)
            return .success(try answer.response(as: R.self, at: request.decodePath, from: origin))
        } catch {
            return .failure(error)
        }
    }

    private func call(
        _ payload: GraphQLPayload, _ endpoint: APIEndpoint, _ mode: AWSAuthorizationType
    ) -> GraphQLCall {
        GraphQLCall(
            endpoint: endpoint, mode: mode, payload: payload, interceptors: interceptors(of: endpoint.name),
            credentials: credentials, transport: transport, clock: clock)
    }

    /// The mode of a call and of the requests for its relations: the one of its options, its own, or the API's default.
    private func mode<R>(
        of request: GraphQLRequest<R>, _ endpoint: APIEndpoint
    ) throws(APIError) -> AWSAuthorizationType {
        if let mode = (request.options?.pluginOptions as? any ModeOptions)?.authType { return mode }
        guard let mode = request.authMode else { return endpoint.defaultMode }
        guard let known = mode as? AWSAuthorizationType else {
            throw .invalidConfiguration(
                "The authorization mode \(type(of: mode)) is not one of this plugin",
                "Use a case of AWSAuthorizationType")
        }
        return known
    }
}
