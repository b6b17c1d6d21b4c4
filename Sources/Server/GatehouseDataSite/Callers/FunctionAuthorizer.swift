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
    /// The longest time in seconds for which an answer is kept.
    private static let longestLifetime = 3_600
    /// The most answers that are kept.
    private static let mostAnswers = 10_000

    /// A token of an API with its settings; the token itself is not kept.
    private struct Question: Hashable {
        let api: String
        let revision: Int
        let token: [UInt8]
    }

    private struct Kept {
        let answer: AuthorizerAnswer
        let end: Date
    }

    private let functions: any TriggerCaller
    private let deployment: Deployment
    private let clock: WallClock
    private let entropy: Entropy
    private let pause: @Sendable (Duration) async throws -> Void
    private let kept = Mutex<[Question: Kept]>([:])

    init(
        _ functions: any TriggerCaller, deployment: Deployment, clock: WallClock, entropy: Entropy,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.functions = functions
        self.deployment = deployment
        self.clock = clock
        self.entropy = entropy
        self.pause = pause
    }

    /// The caller with a token that the function of an API lets in; `request` is `nil` for a connection.
    /// - Throws: the refusal of a token that the function does not let in, or about which it does not answer.
    func caller(
        _ token: String, _ source: AuthorizerSource, of api: StoredAPI, sending request: DataRequest?
    ) async throws(RequestRefusal) -> ProvenDataCaller {
        if source.tokenExpression != nil, !ClientExpression(source.tokenExpression).accepts(token) {
            throw .unauthorized(.notAuthorized)
        }
        let question = Question(api: api.id, revision: api.revision, token: sha256(Array(token.utf8)))
        let now = clock.now
        var answer = kept.withLock { $0[question] }.flatMap { $0.end > now ? $0.answer : nil }
        if answer == nil {
            let call = TriggerCall(
                id: entropy.uuid(),
                function: FunctionCall(source.function).arn(
                    region: deployment.defaultRegion, account: deployment.accountID),
                poolID: api.id, event: event(token, api, request))
            do throws(TriggerFailure) {
                answer = AuthorizerAnswer(try await ask(call))
            } catch {
                throw .unauthorized(.notAuthorized, cause: RefusedByAuthorizer.failure(error))
            }
            if let answer { keep(answer, question, usually: source.resultLifetime) }
        }
        guard let answer else { throw .unauthorized(.notAuthorized, cause: RefusedByAuthorizer.malformed) }
        guard answer.isAuthorized else { throw .unauthorized(.notAuthorized, cause: RefusedByAuthorizer.refused) }
        var caller = Caller.function(deniedFields: answer.deniedFields)
        caller.attributes = answer.context
        return ProvenDataCaller(caller)
    }

    /// The result of the function; a late one counts as none.
    private func ask(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        let outcome = await withTaskGroup(of: Result<WireValue, TriggerFailure>.self) { group in
            group.addTask { [functions] in
                do throws(TriggerFailure) {
                    return .success(try await functions.call(call))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask { [pause] in
                try? await pause(Self.timeLimit)
                return .failure(.timedOut)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.timedOut)
        }
        return try outcome.get()
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

    private func keep(_ answer: AuthorizerAnswer, _ question: Question, usually lifetime: Int) {
        let seconds = min(answer.lifetime ?? lifetime, Self.longestLifetime)
        guard seconds > 0 else { return }
        let now = clock.now
        kept.withLock { kept in
            if kept.count >= Self.mostAnswers { kept = kept.filter { $0.value.end > now } }
            // Where all are in use, the function is called again.
            guard kept.count < Self.mostAnswers else { return }
            kept[question] = Kept(answer: answer, end: now.addingTimeInterval(TimeInterval(seconds)))
        }
    }
}

/// The result of an authorizer.
private struct AuthorizerAnswer: Sendable {
    private static let mostFields = 10_000

    let isAuthorized: Bool
    /// The fields that the caller may not use, as `Type.field`.
    let deniedFields: Set<String>
    /// `ttlOverride`, in seconds.
    let lifetime: Int?
    /// `resolverContext`, which functions of fields learn.
    let context: GraphQLObject

    /// Reads a result; `nil` for one that is not of the contract, which must not let a caller in.
    init?(_ value: WireValue) {
        guard let isAuthorized = value["isAuthorized"]?.boolValue else { return nil }
        self.isAuthorized = isAuthorized
        let names = value["deniedFields"] ?? .null
        guard names.isNull || (names.arrayValue?.count ?? .max) <= Self.mostFields else { return nil }
        var denied: Set<String> = []
        for name in names.arrayValue ?? [] {
            guard let field = name.stringValue.flatMap(Self.field) else { return nil }
            denied.insert(field)
        }
        deniedFields = denied
        let lifetime = value["ttlOverride"] ?? .null
        guard lifetime.isNull || (lifetime.integerValue ?? -1) >= 0 else { return nil }
        self.lifetime = lifetime.integerValue.map { Int(clamping: $0) }
        context = value["resolverContext"].flatMap { GraphQLValue($0).members } ?? [:]
    }

    /// `Type.field` of this form or of an ARN `…/types/<Type>/fields/<field>`; `nil` for another text.
    private static func field(_ name: String) -> String? {
        guard name.utf8.starts(with: "arn:".utf8) else {
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } ? name : nil
        }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[2] == "types", parts[4] == "fields", !parts[3].isEmpty, !parts[5].isEmpty else {
            return nil
        }
        return "\(parts[3]).\(parts[5])"
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
