// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWebAuthn
import GatehouseWire

/// WEB_AUTHN: the user proves a passkey, as the first factor or, if the pool is configured so, as both factors.
extension ChallengeIssuer {
    /// Issues the challenge with the user's passkeys.
    /// - Throws: `WebAuthnNotEnabledException` or `WebAuthnConfigurationMissingException`.
    func issueWebAuthn(_ signIn: SignIn) throws(ServiceFault) -> ChallengeIssue {
        ChallengeIssue(
            signIn: signIn, name: .webAuthn, parameters: try passkeyParameters(of: signIn),
            available: try factors.firstFactors(of: signIn))
    }

    /// The request options for the user's passkeys in this step.
    /// - Throws: `WebAuthnNotEnabledException` or `WebAuthnConfigurationMissingException`.
    func passkeyParameters(of signIn: SignIn) throws(ServiceFault) -> [String: String] {
        let options = try PasskeySettings(signIn.pool, deployment: factors.deployment)
            .requestOptions(passkeyChallenge(of: signIn.session), for: signIn.passkeys)
        return ["CREDENTIAL_REQUEST_OPTIONS": String(decoding: options.jsonBytes(), as: UTF8.self)]
    }

    /// The WebAuthn challenge for a session: only this server can compute it, and it is answered once, like the
    /// session.
    fileprivate func passkeyChallenge(of session: SignInSession) -> [UInt8] {
        sealer.mac(Array("\(session.poolID)|\(session.stepID)".utf8), purpose: .passkeyChallenge)
    }
}

extension UserPoolsService {
    /// Checks the proof; a wrong one counts like a wrong password and does not end the challenge.
    func answerWebAuthn(
        _ request: RespondToAuthChallengeRequest, context data: ContextData
    ) async throws(ServiceFault) -> SignInAnswer {
        let (signIn, credential) = try await resumeSignIn(
            answering: request, in: .webAuthn, with: "CREDENTIAL", context: data)
        return try await checkPasskey(signIn, credential: credential)
    }

    /// Checks a proof for the WebAuthn challenge of this step.
    func checkPasskey(_ signIn: SignIn, credential: String) async throws(ServiceFault) -> SignInAnswer {
        try signIn.checkUser(at: pools.clock.now)
        let settings = try PasskeySettings(signIn.pool, deployment: pools.deployment)
        let proof = try await verified(credential, signIn, settings)
        guard let proof, let user = signIn.user else { try await pools.judge.refuse(signIn, proof: .passkey(nil)) }
        let passkey = signIn.passkeys.first { $0.credentialID == proof.credentialID }
        let proved = SignInProof.passkey(passkey?.method)
        var rest = signIn.rest(for: user, proving: proved)
        if user.countsPasskeysTwice(in: signIn.pool) { rest.needNoSecondFactor() }
        return try await pools.steps.take(
            SignInStep(
                signIn: signIn, event: .provedFirstFactor(rest), user: user, proof: proved,
                effect: .updatePasskey(proof, at: pools.clock.now)))
    }

    /// The result of a correct proof; `nil` for a wrong one.
    ///
    /// For an unknown user name, decoy passkeys are checked with the same work.
    private func verified(
        _ credential: String, _ signIn: SignIn, _ settings: PasskeySettings
    ) async throws(ServiceFault) -> VerifiedAuthentication? {
        let expectation = settings.expectation(pools.challenges.passkeyChallenge(of: signIn.session))
        let stored = signIn.passkeys.map(\.stored)
        return try await pools.computation.run {
            guard let json = try? WireValue(foreignJSON: credential.utf8),
                let response = try? AuthenticationResponse(json)
            else { throw ServiceFault.invalidParameter("CREDENTIAL is malformed.") }
            do throws(WebAuthnError) {
                return try Authentication(expectation).verify(response, by: stored)
            } catch {
                // The response does not show which step failed.
                return nil
            }
        }
    }
}

extension UserPoolWriting {
    /// Stores the result of a proof, unless the passkey was removed or used in the meantime.
    ///
    /// A counter that is not newer than the stored one is refused: there may be a cloned authenticator.
    func updatePasskey(after proof: VerifiedAuthentication, of user: UserRecord, at now: Date) throws {
        let passkeys = try passkeys(ofUser: user.sub, inPool: user.poolID)
        guard var passkey = passkeys.first(where: { $0.credentialID == proof.credentialID }),
            proof.signCount > passkey.signCount || (proof.signCount == 0 && passkey.signCount == 0)
        else { throw StepRefusal(.wrongCredentials) }
        passkey.signCount = proof.signCount
        passkey.isBackedUp = proof.flags.contains(.backedUp)
        passkey.lastUsedAt = now
        try update(passkey)
    }
}

extension PasskeySettings {
    /// The time limit for the user, in milliseconds.
    private static let timeout: WireValue = 180_000

    /// `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3, section 5.1).
    fileprivate func requestOptions(_ challenge: [UInt8], for passkeys: [PasskeyRecord]) -> WireValue {
        [
            "allowCredentials": .array(passkeys.map(\.descriptor)),
            "challenge": .string(Base64URL.encode(challenge)),
            "rpId": .string(relyingParty.id),
            "timeout": Self.timeout,
            "userVerification": userVerification,
        ]
    }
}
