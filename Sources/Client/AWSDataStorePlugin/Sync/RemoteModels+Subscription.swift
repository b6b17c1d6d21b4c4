// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient

/// What a subscription reports.
enum RemoteNews: Sendable {
    /// The service has accepted the subscription, or has accepted it again after an interruption.
    case connected
    /// The connection is lost. Changes until the next `connected` are lost with it.
    case interrupted
    /// A record has changed.
    case record(MutationSync<AnyModel>)
    /// A record has changed, and its values cannot be read.
    case unreadable
}

extension RemoteModels {
    /// Follows the changes of a model's records of one kind, until the subscription or the task ends.
    ///
    /// - Parameters:
    ///   - schema: the model.
    ///   - type: the kind of the changes.
    ///   - receive: receives the reports in their order, with the mode of the subscription. The API plugin keeps 1,000
    ///     events, so it must be fast.
    /// - Throws: `RemoteFailure` if no mode works, or if the subscription ends with an error.
    func events(
        _ schema: ModelSchema, _ type: GraphQLSubscriptionType,
        _ receive: @Sendable (RemoteNews, SyncMode) async -> Void
    ) async throws(RemoteFailure) {
        let operation = RemoteOperation.subscription(type)
        let list = await modes(operation, of: schema)
        var failures: [AttemptFailure] = []
        var choices = list.modes[...]
        var hasRenewed = false
        while let choice = choices.first {
            if Task.isCancelled { throw .network(CancellationError()) }
            let mode = SyncMode(choice: choice, caller: list.caller)
            let begin = clock.uptime()
            let shown = await shownToken(choice.awsAuthType ?? defaultMode)
            var wasConnected = false
            do throws(AttemptFailure) {
                return try await follow(schema, type, mode) { news in
                    if case .connected = news {
                        wasConnected = true
                        memory.note(mode, operation, schema.name)
                    }
                    await receive(news, mode)
                }
            } catch {
                if case .final(let failure) = error { throw failure }
                // As for requests: the renewed token can have expired as well.
                if !wasConnected, !hasRenewed || hasOutlivedToken(since: begin),
                    case .refusedCaller(let refusal) = error
                {
                    switch await self.refusal(of: shown, refusal) {
                    case .ofCaller: break
                    case .undecided: throw .unavailable(retryAfter: nil, refusal)
                    case .ofToken:
                        hasRenewed = true
                        continue
                    }
                }
                failures.append(error)
                choices = choices.dropFirst()
                // The caller of the function decides about the next attempt: changes are lost until then.
                if wasConnected { break }
            }
        }
        memory.forget(operation, schema.name)
        throw list.failure(after: failures)
    }

    private func follow(
        _ schema: ModelSchema, _ type: GraphQLSubscriptionType, _ mode: SyncMode,
        _ receive: (RemoteNews) async -> Void
    ) async throws(AttemptFailure) {
        let request = await subscription(schema, type, mode.choice.awsAuthType ?? defaultMode)
        var isInterrupted = false
        do {
            for try await event in api.subscribe(request: request) {
                switch event {
                case .connection(.connected):
                    isInterrupted = false
                    await receive(.connected)
                case .connection(.connecting):
                    // The first one comes before the subscription is accepted, and nothing is lost there.
                    if !isInterrupted { await receive(.interrupted) }
                    isInterrupted = true
                case .connection(.disconnected): break
                case .data(.success(let record)), .data(.failure(.partial(let record, _))):
                    await receive(.record(record))
                case .data(.failure(let error)):
                    Amplify.log.warn("An event of \(schema.name) cannot be read. \(error.errorDescription)")
                    await receive(.unreadable)
                }
            }
        } catch {
            throw AttemptFailure(error)
        }
    }

    /// The token that a subscription shows; nil if it shows none.
    ///
    /// The access key of a signature is not known here, so that a token is in its place.
    private func shownToken(_ mode: AWSAuthorizationType?) async -> ShownToken.Value? {
        guard let mode, let token = await session.token(mode) else { return nil }
        return ShownToken.Value(token: token, mode: mode)
    }

    /// The default authorization of the API; nil if the API plugin does not have it.
    private var defaultMode: AWSAuthorizationType? {
        try? (api as? any AWSAPIAuthInformation)?.defaultAuthType()
    }

    /// The request of a subscription: with the owner and the groups of the user's token, if there is one.
    private func subscription(
        _ schema: ModelSchema, _ type: GraphQLSubscriptionType, _ mode: AWSAuthorizationType?
    ) async -> GraphQLRequest<MutationSyncResult> {
        if schema.hasAuthenticationRules, let token = await session.token(mode),
            case .success(let claims) = AWSAuthService().getTokenClaims(tokenString: token)
        {
            return GraphQLRequest<MutationSyncResult>.subscription(
                to: schema, subscriptionType: type, claims: claims, authType: mode)
        }
        return GraphQLRequest<MutationSyncResult>.subscription(to: schema, subscriptionType: type, authType: mode)
    }
}
