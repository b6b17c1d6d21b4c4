// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// SOFTWARE_TOKEN_MFA: the user enters a code of an authenticator app (RFC 6238).
extension ChallengeIssuer {
    /// Issues the challenge.
    /// - Throws: `NotAuthorizedException` for an unknown user name, which never reaches this step.
    func issueSoftwareTokenMFA(_ signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
        let user = try signIn.knownUser
        var parameters = ["USER_ID_FOR_SRP": user.username]
        parameters["FRIENDLY_DEVICE_NAME"] = user.mfa.softwareToken?.friendlyName
        return ChallengeIssue(signIn: signIn, name: .softwareTokenMfa, parameters: parameters)
    }
}

extension UserPoolsService {
    /// Checks the code; after a wrong one, the challenge can be answered again, and a correct one is valid once.
    func answerSoftwareTokenMFA(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, code) = try await resumeSignIn(
            answering: request, in: .softwareTokenMFA, with: "SOFTWARE_TOKEN_MFA_CODE", context: data)
        guard signIn.pool.mfa.allowed.contains(.softwareToken) else { throw .noSoftwareTokens }
        let user = try signIn.knownUser
        guard let sealedSecret = user.mfa.softwareToken?.sealedSecret else { throw .invalidSession }
        guard
            let step = try pools.softwareTokens.matchingStep(code, of: sealedSecret, for: user, at: pools.clock.now)
        else {
            try await pools.judge.refuse(
                signIn, as: ServiceFault(.codeMismatch, "Invalid code received for user"),
                proof: .secondFactor(.softwareToken))
        }
        return try await pools.steps.take(
            SignInStep(
                signIn: signIn, event: signIn.provedSecondFactor, user: user, proof: .secondFactor(.softwareToken),
                effect: .spendCode(pools.softwareTokens.singleUseID(of: user, step: step))))
    }
}
