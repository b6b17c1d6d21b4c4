// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import GatehouseUserPoolModel

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
        guard let settings = pool.description.lambdaConfig else { return nil }
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
