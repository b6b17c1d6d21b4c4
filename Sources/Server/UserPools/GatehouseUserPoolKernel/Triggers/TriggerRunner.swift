// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// Runs the functions that a pool's owner has set for its triggers.
package struct TriggerRunner: Sendable {
    /// The caller of the functions.
    let caller: any TriggerCaller
    let entropy: Entropy

    /// Calls the pool's function for a trigger, outside any transaction.
    ///
    /// - Returns: The function's response; `nil` if the pool has no function for the trigger.
    /// - Throws: `UserLambdaValidationException` if the function raised an error, `UnexpectedLambdaException` if it
    ///   could not be called, `InvalidLambdaResponseException` if its output is invalid, and the fault of an overload
    ///   if the server refused the call before anything was written.
    func run(_ trigger: Trigger, _ event: TriggerEvent) async throws(ServiceFault) -> TriggerResponse? {
        guard let call = call(of: trigger, event) else { return nil }
        let output: WireValue
        do throws(TriggerFailure) {
            output = try await caller.call(call)
        } catch {
            throw error.fault(of: trigger)
        }
        return try TriggerResponse(output, isNeeded: !event.response.isEmpty)
    }

    /// Returns the call of the pool's function with an event; `nil` if the pool has no function for the trigger.
    func call(of trigger: Trigger, _ event: TriggerEvent) -> TriggerCall? {
        guard let function = trigger.function(in: event.subject.pool) else { return nil }
        return TriggerCall(
            id: entropy.uuid(), function: function, poolID: event.subject.pool.id, event: event.json)
    }
}

extension TriggerFailure {
    /// Returns the fault for the caller of the operation.
    func fault(of trigger: Trigger) -> ServiceFault {
        switch self {
        case .functionError(let message):
            ServiceFault(.userLambdaValidation, "\(trigger.rawValue) failed with error \(message).", cause: self)
        case .notJSON:
            ServiceFault(.invalidLambdaResponse, "Invalid lambda function output : Invalid JSON", cause: self)
        case .timedOut: uncallable(trigger, "SocketTimeoutException")
        case .notCallable(let obstacle, _): uncallable(trigger, obstacle.rawValue)
        case .refused(let overload):
            // The fault of an overload states that nothing was done, and some triggers are called before the commit in one
            // operation and after it in another.
            trigger.followsCommit || ClientPresence.current?.hasBegunWriting == true
                ? uncallable(trigger, Obstacle.throttled.rawValue) : overload.fault
        }
    }

    private func uncallable(_ trigger: Trigger, _ reason: String) -> ServiceFault {
        ServiceFault(
            .unexpectedLambda, "\(trigger.rawValue) invocation failed due to error \(reason).", cause: self)
    }
}
