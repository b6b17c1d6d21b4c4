// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseText
import GatehouseWire
import Synchronization

/// Asks the function of an API about the tokens of callers, and keeps its answers for as long as they say.
///
/// Source: AppSync's developer guide, "AWS_LAMBDA authorization".
final class FunctionAuthorizer: Sendable {
    /// The time after which a function has refused.
    static let timeLimit = Duration.seconds(10)

    private let functions: any TriggerCaller
    private let expressions: ClientExpressions
    private let deployment: Deployment
    private let clock: WallClock
    private let entropy: Entropy
    private let questions = Mutex(AuthorizerQuestions())

    init(
        _ functions: any TriggerCaller, expressions: ClientExpressions, deployment: Deployment, clock: WallClock,
        entropy: Entropy
    ) {
        self.expressions = expressions
        self.functions = functions
        self.deployment = deployment
        self.clock = clock
        self.entropy = entropy
    }

    /// The caller with a token that the function of an API lets in; `request` is `nil` for a connection.
    /// - Throws: the refusal of a token that the function does not let in, or about which it does not answer.
    func caller(
        _ token: String, _ source: AuthorizerSource, of api: StoredAPI, sending request: DataRequest?
    ) async throws(RequestRefusal) -> ProvenDataCaller {
        guard expressions[source.tokenExpression].accepts(token) else { throw .unauthorized(.notAuthorized) }
        let question = AuthorizerAnswers.Question(
            api: api.id, revision: api.revision, token: sha256(Array(token.utf8)))
        let answer = try await answer(to: question, source) {
            TriggerCall(
                id: entropy.uuid(),
                function: FunctionCall(source.function).arn(
                    region: deployment.defaultRegion, account: deployment.accountID),
                poolID: api.id, event: event(token, api, request))
        }
        guard answer.isAuthorized else { throw .unauthorized(.notAuthorized, cause: RefusedByAuthorizer.refused) }
        var caller = Caller.function(deniedFields: answer.deniedFields)
        caller.attributes = answer.context
        return ProvenDataCaller(caller)
    }

    private func answer(
        to question: AuthorizerAnswers.Question, _ source: AuthorizerSource, _ call: () -> TriggerCall
    ) async throws(RequestRefusal) -> AuthorizerAnswer {
        let keepsAnswers = source.resultLifetime > 0
        let now = clock.now
        switch questions.withLock({ $0.turn(question, keepsAnswers: keepsAnswers, at: now) }) {
        case .answered(let answer): return answer
        case .alone: return try await ask(call(), question, source)
        case .first:
            // Also after a failure, and in a cancelled task, so that the others ask for themselves.
            defer { for waiting in questions.withLock({ $0.end(question) }) { waiting.finish() } }
            return try await ask(call(), question, source)
        case .wait(let end):
            for await _ in end {}
            let later = clock.now
            if let answer = questions.withLock({ $0.answers.answer(to: question, at: later) }) { return answer }
            return try await ask(call(), question, source)
        }
    }

    /// Calls the function, and keeps what it answers.
    private func ask(
        _ call: TriggerCall, _ question: AuthorizerAnswers.Question, _ source: AuthorizerSource
    ) async throws(RequestRefusal) -> AuthorizerAnswer {
        let value: WireValue
        do throws(TriggerFailure) {
            value = try await functions.call(call, within: Self.timeLimit)
        } catch {
            throw .unauthorized(.notAuthorized, cause: RefusedByAuthorizer.failure(error))
        }
        guard let answer = AuthorizerAnswer(value) else {
            throw .unauthorized(.notAuthorized, cause: RefusedByAuthorizer.malformed)
        }
        let now = clock.now
        questions.withLock { $0.answers.keep(answer, to: question, usually: source.resultLifetime, at: now) }
        return answer
    }

    private func event(_ token: String, _ api: StoredAPI, _ request: DataRequest?) -> WireValue {
        let variables = GraphQLValue.object(request?.variables ?? [:]).jsonBytes()
        return [
            "authorizationToken": .string(token),
            "requestContext": [
                "apiId": .string(api.id), "accountId": .string(deployment.accountID),
                "requestId": .string(entropy.uuid()), "queryString": .string(request?.query ?? ""),
                "operationName": request?.operationName.map { .string($0) } ?? .null,
                "variables": (try? WireValue(foreignJSON: variables)) ?? [:],
            ],
        ]
    }
}

/// The reason why an authorizer lets a token not in, for the log.
private enum RefusedByAuthorizer: RefusalReason {
    /// The function said so.
    case refused
    /// The result of the function is not of the contract.
    case malformed
    /// The function did not answer.
    case failure(TriggerFailure)

    var refusedBy: String {
        switch self {
        case .refused: "authorizer_refused"
        case .malformed: "authorizer_malformed"
        case .failure: "authorizer_failure"
        }
    }
}
