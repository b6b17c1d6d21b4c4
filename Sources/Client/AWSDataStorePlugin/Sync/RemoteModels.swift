// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseCrypto

/// The records of the service: requests in the modes of the strategy, one after the other until one works.
struct RemoteModels: Sendable {
    /// The source of the signed-in user.
    let session: SignInState
    /// The modes that have worked.
    let memory = ModeMemory()
    /// The tokens that have come in place of refused ones.
    let renewed = RenewedTokens()

    let api: any APICategoryPlugin
    private let strategy: AuthModeStrategyType
    let clock: ClientClock
    let entropy: Entropy

    /// Creates the access to the service.
    ///
    /// - Parameters:
    ///   - api: sends the requests.
    ///   - strategy: the choice of the modes.
    ///   - session: the source of the signed-in user.
    ///   - clock: the clock of waits.
    ///   - entropy: the source of jitter.
    init(
        api: any APICategoryPlugin, strategy: AuthModeStrategyType, session: SignInState, clock: ClientClock,
        entropy: Entropy
    ) {
        self.api = api
        self.strategy = strategy
        self.session = session
        self.clock = clock
        self.entropy = entropy
    }

    /// A page of a sync, with the mode in which it was read.
    struct Page: Sendable {
        /// The records.
        let page: SyncQueryResult
        /// The mode, for the next page.
        let mode: SyncMode
        /// The errors beside the records.
        let errors: [GraphQLError]
        /// The number of records that the service was to examine.
        let limit: Int

        /// Whether the page has each record that the service has read for it.
        var isWhole: Bool { errors.isEmpty && page.unreadable == 0 }
    }

    /// Reads a page of the records that have changed since a time.
    ///
    /// - Parameters:
    ///   - schema: the model.
    ///   - predicate: the condition; nil for all records.
    ///   - limit: the number of records of the page that the service examines.
    ///   - nextToken: the token of the page; nil for the first one.
    ///   - lastSync: the time, in milliseconds since 1970; nil for all records.
    ///   - mode: the mode of the pages before; nil for the first one.
    ///   - excluded: the modes that a first page does not try.
    /// - Returns: the page.
    /// - Throws: `RemoteFailure`; `.unavailable` also if the user has changed since the first page, or while the page was
    ///   read. The user may only have had no token for a moment, so that another sync decides.
    func page(
        _ schema: ModelSchema, where predicate: (any QueryPredicate)?, limit: Int, nextToken: String?,
        lastSync: Int64?, mode: SyncMode?, excluding excluded: [AmplifyAuthorizationType] = []
    ) async throws(RemoteFailure) -> Page {
        let list =
            if let mode {
                ModeList(caller: await session.caller(), modes: [mode.choice])
            } else {
                await modes(.sync, of: schema).without(excluded)
            }
        if let mode, mode.caller != list.caller { throw .unavailable(retryAfter: nil, Self.otherUser) }
        let (answer, used) = try await firstSuccess(.sync, schema, list) {
            (type) async throws(AttemptFailure) -> Answer<SyncQueryResult> in
            try await classified(of: schema) {
                try await api.query(
                    request: GraphQLRequest<SyncQueryResult>.syncQuery(
                        modelSchema: schema, where: predicate, limit: limit, nextToken: nextToken,
                        lastSync: lastSync, authType: type))
            }
        }
        // Records of another user must not get into the store of the one before.
        guard await session.caller() == used.caller else { throw .unavailable(retryAfter: nil, Self.otherUser) }
        return Page(page: answer.value, mode: used, errors: answer.errors, limit: limit)
    }

    /// Carries out a change of the outbox.
    ///
    /// The request is written and its answer is read outside of the caller's actor, which has several of them under way.
    ///
    /// - Parameters:
    ///   - entry: the change. One of another user is not sent.
    ///   - record: the record.
    ///   - schema: the model.
    ///   - version: the version that was changed; nil if it is not known.
    ///   - names: the names of enumerations' values that the app's model does not know, by field.
    /// - Returns: the record of the service, with its version.
    /// - Throws: `RemoteFailure`; `.signedOut` also for a change of another user.
    @concurrent func mutate(
        _ entry: OutboxEntry, record: any Model, schema: ModelSchema, version: Int?,
        keeping names: [ModelFieldName: String] = [:]
    ) async throws(RemoteFailure) -> MutationSync<AnyModel> {
        guard let kind = MutationEvent.MutationType(rawValue: entry.event.mutationType)?.graphQLMutationType else {
            throw .refused([GraphQLError(message: "The kind of the change is unknown: \(entry.event.mutationType)")])
        }
        let operation = RemoteOperation.mutation(kind)
        let list = await modes(operation, of: schema)
        guard Caller.maySend(entry.user, as: list.caller.key) else { throw .signedOut(Self.otherUser) }
        let condition = entry.event.graphQLFilterJSON
        let (answer, _) = try await firstSuccess(operation, schema, list) {
            (type) async throws(AttemptFailure) -> Answer<MutationSyncResult> in
            try await classified(of: schema) {
                try await api.mutate(
                    request: Self.request(kind, record, schema, condition: condition, version: version, type)
                        .keeping(names))
            }
        }
        guard answer.errors.isEmpty else { throw .partial(answer.value, answer.errors) }
        return answer.value
    }

    private static func request(
        _ kind: GraphQLMutationType, _ record: any Model, _ schema: ModelSchema, condition: String?, version: Int?,
        _ type: AWSAuthorizationType?
    ) throws(AttemptFailure) -> GraphQLRequest<MutationSyncResult> {
        let filter: GraphQLFilter?
        do {
            filter = try condition.map { try GraphQLFilterConverter.fromJSON($0) }
        } catch {
            throw .final(.refused([GraphQLError(message: "The condition of the change is not JSON")]))
        }
        return switch kind {
        case .create:
            GraphQLRequest<MutationSyncResult>.createMutation(
                of: record, modelSchema: schema, version: version, authType: type)
        case .update:
            GraphQLRequest<MutationSyncResult>.updateMutation(
                of: record, modelSchema: schema, where: filter, version: version, authType: type)
        case .delete:
            GraphQLRequest<MutationSyncResult>.deleteMutation(
                of: record, modelSchema: schema, where: filter, version: version, authType: type)
        }
    }

    /// The error of a request for a user who is not the one of the data any more.
    static let otherUser = DataStoreError.sync(
        "The signed-in user is not the one of the data", "The exchange continues when that user signs in")
}

extension RemoteModels {
    /// The modes of an operation, the one first that has worked before.
    func modes(_ operation: RemoteOperation, of schema: ModelSchema) async -> ModeList {
        let caller = await session.caller()
        let strategy = self.strategy.resolveStrategy()
        let signIn = FixedSignIn(isSignedIn: caller.isSignedIn)
        strategy.authDelegate = signIn
        let choices = await strategy.authTypesFor(schema: schema, operations: operation.operations)
        // The strategy does not keep its source alive.
        let list = withExtendedLifetime(signIn) { ModeList(caller: caller, modes: Array(choices)) }
        return list.beginning(with: memory.mode(operation, schema.name, for: caller))
    }

    /// Tries the modes of a list in their order.
    ///
    /// - Parameters:
    ///   - operation: the operation.
    ///   - schema: the model.
    ///   - list: the modes.
    ///   - attempt: one attempt in a mode; nil is the default of the API.
    /// - Returns: the first result, and the mode, which is remembered.
    /// - Throws: the failure that another mode would not change, or the one of all modes.
    func firstSuccess<Value: Sendable>(
        _ operation: RemoteOperation, _ schema: ModelSchema, _ list: ModeList,
        attempt: (AWSAuthorizationType?) async throws(AttemptFailure) -> Value
    ) async throws(RemoteFailure) -> (value: Value, mode: SyncMode) {
        var failures: [AttemptFailure] = []
        let caller = list.caller
        for choice in list.modes {
            // The list of a cancelled task may be of a user whose requests must not be sent.
            if Task.isCancelled { throw .network(CancellationError()) }
            do throws(AttemptFailure) {
                let value = try await result(of: attempt, as: caller, in: choice.awsAuthType).get()
                let mode = SyncMode(choice: choice, caller: list.caller)
                memory.note(mode, operation, schema.name)
                return (value, mode)
            } catch {
                if case .final(let failure) = error { throw failure }
                failures.append(error)
            }
        }
        memory.forget(operation, schema.name)
        throw list.failure(after: failures)
    }

    /// Makes an attempt, and once more with another token if the first one was too old.
    ///
    /// The other token can expire on its way as well, for example because the device sleeps. A change must not be dropped
    /// for that, so that a refusal is final only if it comes before a new token can have expired. A service that refuses
    /// each token thus gets two requests.
    private func result<Value: Sendable>(
        of attempt: (AWSAuthorizationType?) async throws(AttemptFailure) -> Value, as caller: Caller,
        in type: AWSAuthorizationType?
    ) async -> Result<Value, AttemptFailure> {
        var isFirst = true
        while true {
            let shown = ShownToken()
            // The user may change before the request has its token.
            let user = RequestUser { token, mode in
                guard caller.accepts(token, mode) else { return false }
                shown.note(token, mode)
                return true
            }
            let begin = clock.uptime()
            let result = await RequestUser.$current.withValue(user) { await Self.result(of: attempt, in: type) }
            guard case .failure(.refusedCaller(let error)) = result, isFirst || hasOutlivedToken(since: begin) else {
                return result
            }
            switch await refusal(of: shown.value, error) {
            case .ofCaller: return result
            case .undecided: return .failure(.final(.unavailable(retryAfter: nil, error)))
            case .ofToken: isFirst = false
            }
            // The caller of a cancelled task wants no further request.
            if Task.isCancelled { return .failure(.final(.network(CancellationError()))) }
        }
    }

    /// Whether a token that was new at a time can have expired since then.
    ///
    /// - Parameter begin: the clock's uptime then.
    /// - Returns: whether it can.
    func hasOutlivedToken(since begin: Duration) -> Bool { clock.uptime() - begin >= RenewedTokens.shortestLife }

    private static func result<Value: Sendable>(
        of attempt: (AWSAuthorizationType?) async throws(AttemptFailure) -> Value, in type: AWSAuthorizationType?
    ) async -> Result<Value, AttemptFailure> {
        do throws(AttemptFailure) {
            return .success(try await attempt(type))
        } catch {
            return .failure(error)
        }
    }

    /// A value with the errors beside it.
    struct Answer<Value: Sendable>: Sendable {
        let value: Value
        let errors: [GraphQLError]
    }

    /// Makes a call, and sorts its result.
    ///
    /// - Parameters:
    ///   - schema: the model of the records.
    ///   - call: the call of the API.
    /// - Returns: the value, also with errors beside it.
    /// - Throws: `AttemptFailure`.
    func classified<Value: Decodable & Sendable>(
        of schema: ModelSchema, _ call: () async throws -> GraphQLResponse<Value>
    ) async throws(AttemptFailure) -> Answer<Value> {
        let response: GraphQLResponse<Value>
        do {
            response = try await call()
        } catch {
            throw AttemptFailure(error)
        }
        switch response {
        case .success(let value): return Answer(value: value, errors: [])
        case .failure(.partial(let value, let errors)): return Answer(value: value, errors: errors)
        case .failure(let error):
            throw AttemptFailure(error, model: schema.name) ?? .final(.undecodable(error))
        }
    }
}

/// A sign-in state that does not change while the modes of one operation are chosen.
private final class FixedSignIn: AuthModeStrategyDelegate {
    private let isSignedIn: Bool

    init(isSignedIn: Bool) {
        self.isSignedIn = isSignedIn
    }

    func isUserLoggedIn() async -> Bool { isSignedIn }
}
