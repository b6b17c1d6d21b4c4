// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseTesting
import GatehouseWire

/// Calls about passkeys.
extension ServerCaller {
    func usePasskey(_ call: ServerCall, _ user: String) async throws -> ServerAnswer {
        switch call {
        case .registerPasskey(let holding, let seed):
            var authenticator = TestAuthenticator(algorithms: [.es256], seed: seed)
            // Sign-ins at the same time would otherwise look like a cloned authenticator.
            authenticator.countsProofs = false
            let start = try await service.startWebAuthnRegistration(
                StartWebAuthnRegistrationRequest(accessToken: holding.accessToken))
            let credential = try authenticator.register(options: start.credentialCreationOptions)
            _ = try await service.completeWebAuthnRegistration(
                CompleteWebAuthnRegistrationRequest(accessToken: holding.accessToken, credential: credential))
            return .registered(authenticator)
        case .signInWithPasskey(let passkey, let client): return try await signIn(with: passkey, user, client)
        case .deletePasskey(let holding, let passkey):
            _ = try await service.deleteWebAuthnCredential(
                DeleteWebAuthnCredentialRequest(accessToken: holding.accessToken, credentialId: passkey.id))
        default: break
        }
        return .done
    }

    private func signIn(
        with passkey: SimulatedPasskey, _ user: String, _ client: ServerLandscape.Client
    ) async throws -> ServerAnswer {
        let challenge = try await service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth, authParameters: ["USERNAME": user, "PREFERRED_CHALLENGE": "WEB_AUTHN"],
                clientId: client.id))
        guard challenge.challengeName == .webAuthn,
            let options = challenge.challengeParameters?["CREDENTIAL_REQUEST_OPTIONS"]
        else { throw ServiceFault.passkeyNotOffered }
        var authenticator = passkey.authenticator
        let credential: String
        do {
            credential = try authenticator.authenticate(options: options)
        } catch TestAuthenticatorError.noPasskey {
            throw ServiceFault.passkeyNotOffered
        }
        return try await answerTwice(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: .webAuthn, session: challenge.session,
                challengeResponses: ["USERNAME": user, "CREDENTIAL": credential]))
    }
}
