// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Answers an open challenge.
    package func respondToAuthChallenge(
        _ request: RespondToAuthChallengeRequest
    ) async throws(ServiceFault) -> RespondToAuthChallengeResponse {
        RespondToAuthChallengeResponse(try await answerChallenge(request, saying: .app(request.userContextData)))
    }

    /// Takes the next step of a flow, whoever asks for it.
    func answerChallenge(
        _ request: RespondToAuthChallengeRequest, saying data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        switch request.challengeName {
        case .passwordVerifier: try await answerPasswordVerifier(request, saying: data)
        case .customChallenge: try await answerCustomChallenge(request, saying: data)
        case .newPasswordRequired: try await answerNewPasswordRequired(request, saying: data)
        case .selectChallenge: try await answerSelectChallenge(request, saying: data)
        case .password: try await answerPassword(request, saying: data)
        case .passwordSrp: try await answerPasswordSRP(request, saying: data)
        case .emailOtp: try await answerEmailOTP(request, saying: data)
        case .smsOtp: try await answerSMSOTP(request, saying: data)
        case .webAuthn: try await answerWebAuthn(request, saying: data)
        case .smsMfa: try await answerSMSMFA(request, saying: data)
        case .softwareTokenMfa: try await answerSoftwareTokenMFA(request, saying: data)
        case .selectMfaType: try await answerSelectMFAType(request, saying: data)
        case .mfaSetup: try await answerMFASetup(request, saying: data)
        case .deviceSrpAuth: try await answerDeviceSRPAuth(request, saying: data)
        case .devicePasswordVerifier: try await answerDevicePasswordVerifier(request, saying: data)
        default: throw .notBuilt("RespondToAuthChallenge with \(request.challengeName.rawValue)")
        }
    }
}
