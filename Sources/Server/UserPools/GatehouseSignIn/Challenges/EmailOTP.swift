// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// EMAIL_OTP: the user enters the code that was sent by email, as first or second factor.
extension ChallengeIssuer {
    /// Issues the challenge with a new code.
    /// - Throws: `InvalidParameterException` for a user without an email address.
    func issueEmailOTP(_ signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
        try issueCode(.emailOtp, to: "email", signIn)
    }
}

extension UserPoolsService {
    /// Checks the code; after a wrong one, the challenge can be answered again.
    func answerEmailOTP(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, answer) = try await resumeSignIn(
            answering: request, in: [.emailOTP, .emailMFA], needing: [], context: data)
        // Older clients name the member after the factor.
        if let code = answer["EMAIL_MFA_CODE"] { return try await checkCode(code, signIn) }
        return try await checkCode(try answer.required("EMAIL_OTP_CODE"), signIn)
    }
}
