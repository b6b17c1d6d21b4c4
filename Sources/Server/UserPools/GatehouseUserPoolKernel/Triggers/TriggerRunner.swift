// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseCrypto
package import GatehouseUserPoolModel
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
        case .notJSON, .notStreamSafe:
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

/// A Lambda trigger of a pool, named as in `LambdaConfig`.
package enum Trigger: String, Sendable, CaseIterable {
    case preSignUp = "PreSignUp"
    case postConfirmation = "PostConfirmation"
    case preAuthentication = "PreAuthentication"
    case postAuthentication = "PostAuthentication"
    case defineAuthChallenge = "DefineAuthChallenge"
    case createAuthChallenge = "CreateAuthChallenge"
    case verifyAuthChallengeResponse = "VerifyAuthChallengeResponse"
    case preTokenGeneration = "PreTokenGeneration"
    case userMigration = "UserMigration"
    case customMessage = "CustomMessage"
    case customEmailSender = "CustomEmailSender"
    case customSMSSender = "CustomSMSSender"
    case inboundFederation = "InboundFederation"

    /// Whether every operation has written its result before it calls the function.
    var followsCommit: Bool {
        switch self {
        case .postConfirmation, .postAuthentication, .customEmailSender, .customSMSSender: true
        case .preSignUp, .preAuthentication, .defineAuthChallenge, .createAuthChallenge, .verifyAuthChallengeResponse,
            .preTokenGeneration, .userMigration, .customMessage, .inboundFederation:
            false
        }
    }

    /// Returns the ARN of the pool's function for this trigger; `nil` if it has none.
    package func function(in pool: UserPoolRecord) -> String? {
        guard let settings = pool.functions else { return nil }
        return switch self {
        case .preSignUp: settings.preSignUp
        case .postConfirmation: settings.postConfirmation
        case .preAuthentication: settings.preAuthentication
        case .postAuthentication: settings.postAuthentication
        case .defineAuthChallenge: settings.defineAuthChallenge
        case .createAuthChallenge: settings.createAuthChallenge
        case .verifyAuthChallengeResponse: settings.verifyAuthChallengeResponse
        case .preTokenGeneration: settings.preTokenGenerationConfig?.lambdaArn ?? settings.preTokenGeneration
        case .userMigration: settings.userMigration
        case .customMessage: settings.customMessage
        case .customEmailSender: settings.customEmailSender?.lambdaArn
        case .customSMSSender: settings.customSMSSender?.lambdaArn
        case .inboundFederation: settings.inboundFederation?.lambdaArn
        }
    }
}
