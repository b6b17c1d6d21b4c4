// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseWire

/// SMS_MFA: the user enters the code that was sent by SMS, as second factor.
extension ChallengeIssuer {
    /// Issues the challenge with a new code.
    /// - Throws: `InvalidParameterException` for a user without a phone number.
    func issueSMSMFA(_ signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
        try issueCode(.smsMfa, to: "phone_number", signIn)
    }
}

extension UserPoolsService {
    /// Checks the code; after a wrong one, the challenge can be answered again.
    func answerSMSMFA(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, code) = try await resumeSignIn(
            answering: request, in: .smsMFA, with: "SMS_MFA_CODE", context: data)
        return try await checkCode(code, signIn)
    }
}
