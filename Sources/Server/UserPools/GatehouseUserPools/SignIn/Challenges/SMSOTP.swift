// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseWire

/// SMS_OTP: the user enters the code that was sent by SMS, as first factor.
extension UserPools {
    /// Opens the challenge with a new code.
    /// - Throws: `InvalidParameterException` for a user without a phone number.
    func openSMSOTP(_ signIn: SignIn) throws(ServiceFault) -> OpenedChallenge {
        try openCode(.smsOtp, to: "phone_number", signIn)
    }
}

extension UserPoolsService {
    /// Checks the code; a wrong one leaves the challenge open.
    func answerSMSOTP(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, answer) = try await openChallenge(
            request, in: [.smsOTP], needing: ["SMS_OTP_CODE"], context: data)
        return try await checkCode(try answer.required("SMS_OTP_CODE"), signIn)
    }
}
