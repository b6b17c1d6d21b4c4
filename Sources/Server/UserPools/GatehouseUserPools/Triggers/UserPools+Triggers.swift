// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

extension UserPools {
    /// Calls the function that a pool has for a trigger, outside any transaction.
    /// - Returns: what it filled in; `nil` where the pool has no function.
    /// - Throws: `UserLambdaValidationException` when the function raised an error, `UnexpectedLambdaException` when it
    ///   could not be asked, `InvalidLambdaResponseException` when what it returned makes no sense.
    func run(_ trigger: Trigger, _ event: TriggerEvent) async throws(ServiceFault) -> TriggerResponse? {
        guard let call = call(of: trigger, event) else { return nil }
        let output: WireValue
        do throws(TriggerFailure) {
            output = try await triggers.call(call)
        } catch {
            throw error.fault(of: trigger)
        }
        return try TriggerResponse(output, isNeeded: !event.response.isEmpty)
    }

    /// The call that tells the pool's function of an event; `nil` where the pool has none.
    func call(of trigger: Trigger, _ event: TriggerEvent) -> TriggerCall? {
        guard let function = trigger.function(in: event.subject.pool) else { return nil }
        return TriggerCall(
            id: entropy.uuid(), function: function, poolID: event.subject.pool.id, event: event.json)
    }
}

extension TriggerFailure {
    /// What the caller of an operation learns.
    func fault(of trigger: Trigger) -> ServiceFault {
        switch self {
        case .functionError(let message):
            ServiceFault(.userLambdaValidation, "\(trigger.rawValue) failed with error \(message).", cause: self)
        case .notJSON:
            ServiceFault(.invalidLambdaResponse, "Invalid lambda function output : Invalid JSON", cause: self)
        case .timedOut: uncallable(trigger, "SocketTimeoutException")
        case .notCallable(let obstacle, _): uncallable(trigger, obstacle.rawValue)
        }
    }

    private func uncallable(_ trigger: Trigger, _ reason: String) -> ServiceFault {
        ServiceFault(
            .unexpectedLambda, "\(trigger.rawValue) invocation failed due to error \(reason).", cause: self)
    }
}
