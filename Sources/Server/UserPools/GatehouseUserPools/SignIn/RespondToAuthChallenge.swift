// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Answers a challenge.
    package func respondToAuthChallenge(
        _ request: RespondToAuthChallengeRequest
    ) async throws(ServiceFault) -> RespondToAuthChallengeResponse {
        RespondToAuthChallengeResponse(try await answerChallenge(request, context: .app(request.userContextData)))
    }

    /// Takes the next step of a flow, for apps and back ends.
    func answerChallenge(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        switch request.challengeName {
        case .passwordVerifier: try await answerPasswordVerifier(request, context: data)
        case .customChallenge: try await answerCustomChallenge(request, context: data)
        case .newPasswordRequired: try await answerNewPasswordRequired(request, context: data)
        case .selectChallenge: try await answerSelectChallenge(request, context: data)
        case .password: try await answerPassword(request, context: data)
        case .passwordSrp: try await answerPasswordSRP(request, context: data)
        case .emailOtp: try await answerEmailOTP(request, context: data)
        case .smsOtp: try await answerSMSOTP(request, context: data)
        case .webAuthn: try await answerWebAuthn(request, context: data)
        case .smsMfa: try await answerSMSMFA(request, context: data)
        case .softwareTokenMfa: try await answerSoftwareTokenMFA(request, context: data)
        case .selectMfaType: try await answerSelectMFAType(request, context: data)
        case .mfaSetup: try await answerMFASetup(request, context: data)
        case .deviceSrpAuth: try await answerDeviceSRPAuth(request, context: data)
        case .devicePasswordVerifier: try await answerDevicePasswordVerifier(request, context: data)
        default: throw .notBuilt("RespondToAuthChallenge with \(request.challengeName.rawValue)")
        }
    }
}
