// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// PASSWORD_SRP: the user chose to prove the password over SRP; PASSWORD_VERIFIER follows.
extension ChallengeIssuer {
    /// Issues the challenge.
    func issuePasswordSRP(_ signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
        ChallengeIssue(
            signIn: signIn, name: .passwordSrp, parameters: [:], available: try factors.firstFactors(of: signIn))
    }
}

extension UserPoolsService {
    /// Begins the handshake with the public key of the app.
    func answerPasswordSRP(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, publicKey) = try await resumeSignIn(
            answering: request, in: .passwordSRP, with: "SRP_A", context: data)
        return try await beginPasswordVerifier(signIn, publicKey: publicKey)
    }
}
