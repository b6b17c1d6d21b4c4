// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// SELECT_CHALLENGE: the user chooses the first factor, and may prove it in the same answer.
extension ChallengeIssuer {
    /// Issues the challenge with the available factors, and with the options for passkeys if they are among them.
    func issueSelectChallenge(_ signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
        let available = try factors.firstFactors(of: signIn)
        return ChallengeIssue(
            signIn: signIn, name: .selectChallenge,
            parameters: available.contains(.webAuthn) ? try passkeyParameters(of: signIn) : [:], available: available)
    }
}

extension UserPoolsService {
    /// Begins with the chosen factor.
    func answerSelectChallenge(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, answer) = try await resumeSignIn(
            answering: request, in: [.selectChallenge], needing: ["ANSWER"], context: data)
        guard
            let factor = FirstFactor(rawValue: try answer.required("ANSWER")),
            try pools.factors.firstFactors(of: signIn).contains(factor)
        else { throw .invalidParameter("ANSWER must be one of the challenges that are available.") }
        return try await begin(factor, of: signIn, with: answer)
    }
}
