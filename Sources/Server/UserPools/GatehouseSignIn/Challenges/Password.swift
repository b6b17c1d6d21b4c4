// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// PASSWORD: the user chose the password as first factor and sends it.
extension ChallengeIssuer {
    /// Issues the challenge.
    func issuePassword(_ signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
        ChallengeIssue(
            signIn: signIn, name: .password, parameters: [:], available: try factors.firstFactors(of: signIn))
    }
}

extension UserPoolsService {
    /// Checks the password; after a wrong one, the challenge can be answered again.
    func answerPassword(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, password) = try await resumeSignIn(
            answering: request, in: .password, with: "PASSWORD", context: data)
        return try await checkPassword(signIn, password: password)
    }
}
