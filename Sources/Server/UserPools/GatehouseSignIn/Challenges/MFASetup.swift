// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// MFA_SETUP: a user without a second factor, in a pool that demands one, sets one up.
///
/// For a software token, the user calls AssociateSoftwareToken and VerifySoftwareToken with the session, and answers
/// this challenge with the session of the latter. For codes by email, the user enters an address, and EMAIL_OTP
/// follows.
extension ChallengeIssuer {
    /// Issues the challenge with the factors that can be set up.
    /// - Throws: `NotAuthorizedException` for a user who has a second factor.
    func issueMFASetup(_ signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
        let user = try signIn.knownUser
        guard case .setUp(let factors) = try SecondFactorDecision.decide(user: user, pool: signIn.pool) else {
            throw .invalidSession
        }
        return ChallengeIssue(.mfaSetup, offering: factors, as: "MFAS_CAN_SETUP", to: user, signIn)
    }
}

extension UserPoolsService {
    /// Continues with the factor that was set up.
    func answerMFASetup(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, answer) = try await resumeSignIn(
            answering: request, in: [.mfaSetup, .softwareTokenSetUp], needing: [], context: data)
        let user = try signIn.knownUser
        guard signIn.session.state == .mfaSetup else {
            return try await pools.steps.take(
                SignInStep(
                    signIn: signIn, event: signIn.provedSecondFactor, user: user, proof: .secondFactor(.softwareToken)))
        }
        guard case .secondFactors(let offered) = signIn.session.detail else { throw .invalidSession }
        // Apps with Amplify Swift write the name in capitals.
        guard offered.contains(.email), let address = answer["email"] ?? answer["EMAIL"] else {
            throw .invalidParameter("Set up a second factor first: \(offered.map(\.rawValue).joined(separator: ", ")).")
        }
        return try await sendSetUpCode(to: address, signIn, user)
    }

    /// Sends a code to the address that the user entered; the correct code makes it the user's address.
    private func sendSetUpCode(
        to address: String, _ signIn: SignIn, _ user: UserRecord
    ) async throws(ServiceFault) -> SignInAnswer {
        guard !address.isEmpty else { throw .invalidParameter("Invalid email address format.") }
        _ = try UserAttributes.checked(
            [AttributeType(name: "email", value: address)], for: signIn.pool, by: .administrator)
        if let present = user.attributes["email"], present != address {
            throw ServiceFault(.notAuthorized, "Cannot modify an already provided email")
        }
        var next = user
        next.attributes["email"] = address
        return try await pools.steps.take(SignInStep(signIn: signIn, event: .gaveAddress, user: next))
    }
}

extension SignIn {
    /// Checks that the user still has no second factor; a user who got one in the meantime must prove it.
    /// - Throws: `NotAuthorizedException`.
    func checkMaySetUpMFA() throws(ServiceFault) {
        guard case .setUp = try SecondFactorDecision.decide(user: try knownUser, pool: pool) else {
            throw .invalidSession
        }
    }
}

extension UserPoolWriting {
    /// Stores a new software token, which a correct code has proved.
    func setUpSoftwareToken(_ mfa: UserMFA, of user: UserRecord) throws {
        var user = user
        user.mfa = mfa
        try update(user)
    }
}

/// The set-up of a software token with the session of MFA_SETUP.
extension UserPoolsService {
    /// Generates the secret; the returned session contains it in sealed form, and it takes effect once it is proved.
    func associateSoftwareToken(
        session text: String, context data: ContextData = .app(nil)
    ) async throws(ServiceFault) -> AssociateSoftwareTokenResponse {
        var signIn = try await setUp(behind: text, context: data)
        let user = try signIn.knownUser
        guard signIn.pool.mfa.allowed.contains(.softwareToken) else { throw .noSoftwareTokens }
        let token = pools.softwareTokens.draw(for: user)
        signIn.session.detail = .softwareToken(sealedSecret: token.sealed)
        return AssociateSoftwareTokenResponse(
            secretCode: token.secretCode, session: signIn.session.sealed(by: pools.sealer))
    }

    /// Checks a code of the new token, stores the token, and returns the session for the answer to MFA_SETUP.
    func verifySoftwareToken(
        session text: String, code: String, friendlyName: String?, context data: ContextData = .app(nil)
    ) async throws(ServiceFault) -> VerifySoftwareTokenResponse {
        let signIn = try await setUp(behind: text, context: data)
        let user = try signIn.knownUser
        guard case .softwareToken(let sealedSecret) = signIn.session.detail else { throw .invalidSession }
        guard
            let step = try pools.softwareTokens.matchingStep(code, of: sealedSecret, for: user, at: pools.clock.now)
        else {
            try await pools.judge.refuse(signIn, as: .wrongFirstCode, proof: .secondFactor(.softwareToken))
        }
        var changed = user
        changed.mfa.softwareToken = UserMFA.SoftwareToken(
            new: try pools.softwareTokens.renewed(sealedSecret, for: user), friendlyName: friendlyName,
            verifiedAt: pools.clock.now)
        changed.mfa.enabled.insert(.softwareToken)
        let next = try await pools.steps.suspend(
            SignInStep(
                signIn: signIn, event: .setUpSoftwareToken, user: changed,
                effect: .setUpSoftwareToken(
                    changed.mfa, code: pools.softwareTokens.singleUseID(of: user, step: step))))
        return VerifySoftwareTokenResponse(status: .success, session: next)
    }

    /// The sign-in of an MFA_SETUP session; the call names no client and no user.
    private func setUp(behind text: String, context data: ContextData) async throws(ServiceFault) -> SignIn {
        let now = pools.clock.now
        let signIn = try await records.read { store in
            let session = try SignInSession(
                unsealing: text, clientID: nil, outcome: SignInOutcome(data), sealer: pools.sealer,
                now: pools.forwardClock.now)
            guard session.state == .mfaSetup else { throw ServiceFault.invalidSession }
            guard try !store.isSpent(session.singleUseID) else { throw ServiceFault.spentSession }
            let (client, pool) = try store.existingClient(session.clientID)
            return try resume(session, client: client, pool: pool, context: data, from: store)
        }
        try pools.requestLimits.countRequest(
            about: signIn.user, named: signIn.session.typedName, inPool: signIn.pool.id)
        try signIn.checkUser(at: now)
        try signIn.checkMaySetUpMFA()
        return signIn
    }
}
