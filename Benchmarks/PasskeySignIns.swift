// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseWire

/// Sign-ins with a passkey of the client's own authenticator: two requests, and between them an ES256 signature.
struct PasskeySignIns {
    private let load: ServerLoad
    private let authenticators: [String: SoftwareAuthenticator]

    /// Makes a pool whose users each have a passkey.
    static func prepare(beside other: ServerLoad) async throws -> PasskeySignIns {
        let policies = UserPoolPolicyType(
            signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .webAuthn]))
        let load = try await other.withPool(
            CreateUserPoolRequest(poolName: "passkeys", policies: policies),
            flows: [.allowUserAuth, .allowUserPasswordAuth])
        var authenticators: [String: SoftwareAuthenticator] = [:]
        for number in 0..<ServerLoad.users {
            let username = "bench-\(number)"
            let authenticator = SoftwareAuthenticator(
                store: InMemoryCredentialStore(), keys: StoreKeys(userPoolID: load.poolID, identityPoolID: nil))
            let token = try await load.makeKnownUser(username).accessToken ?? ""
            let options = try await load.service.startWebAuthnRegistration(
                StartWebAuthnRegistrationRequest(accessToken: token)
            ).credentialCreationOptions
            let credential = try await authenticator.register(options.json(), names: [username])
            _ = try await load.service.completeWebAuthnRegistration(
                CompleteWebAuthnRegistrationRequest(accessToken: token, credential: try WireValue(json: credential)))
            authenticators[username] = authenticator
        }
        return PasskeySignIns(load: load, authenticators: authenticators)
    }

    func measure() async throws -> Row {
        try await load.row("Passkey sign-in over HTTP", limit: \.passkeySignIns, atLeast: 0.30, count: 480) {
            try await signIn(as: $0)
        }
    }

    private func signIn(as username: String) async throws {
        let challenge = try await load.service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth, authParameters: ["USERNAME": username, "PREFERRED_CHALLENGE": "WEB_AUTHN"],
                clientId: load.clientID))
        let parameters = ChallengeParameters(challenge.challengeParameters, from: "InitiateAuth")
        let options = try parameters["CREDENTIAL_REQUEST_OPTIONS"]
        guard let credential = try await authenticators[username]?.assert(Data(options.utf8)) else {
            throw IncompleteAnswer(from: "StartWebAuthnRegistration")
        }
        let answer = try await load.answer(
            .webAuthn, challenge.session, ["CREDENTIAL": String(decoding: credential, as: UTF8.self)], as: username)
        try load.tokens(answer.authenticationResult, from: "WEB_AUTHN")
    }
}
