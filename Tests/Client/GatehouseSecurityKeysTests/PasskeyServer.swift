// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseServer
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseSecurityKeys

/// A server with a pool whose users may have passkeys, and ada in it.
struct PasskeyServer {
    private static let password = "Correct-Horse-1"

    let service: UserPoolsService
    private let client: TestAppClient

    /// Makes the server, with user verification required or not.
    init(_ verification: UserVerificationType = .preferred) async throws {
        let gatehouse = try await TestGatehouse()
        service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        let policies = UserPoolPolicyType(
            signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .webAuthn]))
        let pool = try await service.createUserPool(CreateUserPoolRequest(poolName: "test", policies: policies))
        let poolID = try #require(pool.userPool?.id)
        _ = try await service.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: poolID, webAuthnConfiguration: WebAuthnConfigurationType(userVerification: verification)))
        client = try await gatehouse.makeClient(ofPool: poolID)
        try await gatehouse.makeUser("ada", password: Self.password, inPool: poolID)
    }

    /// Registers a passkey.
    func register(_ authenticator: SecurityKeyAuthenticator) async throws {
        let signedIn = try await service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth, authParameters: ["USERNAME": "ada", "PASSWORD": Self.password],
                clientId: client.id))
        let token = try #require(signedIn.authenticationResult?.accessToken)
        let options = try await service.startWebAuthnRegistration(StartWebAuthnRegistrationRequest(accessToken: token))
        let credential = try await authenticator.makeCredential(
            creationOptions: options.credentialCreationOptions.json())
        _ = try await service.completeWebAuthnRegistration(
            CompleteWebAuthnRegistrationRequest(accessToken: token, credential: WireValue(json: credential)))
    }

    /// Signs in with a passkey.
    /// - Returns: whether there are tokens.
    func signIn(_ authenticator: SecurityKeyAuthenticator) async throws -> Bool {
        let asked = try await service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth, authParameters: ["USERNAME": "ada", "PREFERRED_CHALLENGE": "WEB_AUTHN"],
                clientId: client.id))
        let options = try #require(asked.challengeParameters?["CREDENTIAL_REQUEST_OPTIONS"])
        let credential = try await authenticator.assertCredential(requestOptions: Data(options.utf8))
        let answer = try await service.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: client.id, challengeName: .webAuthn, session: asked.session,
                challengeResponses: ["USERNAME": "ada", "CREDENTIAL": String(decoding: credential, as: UTF8.self)]))
        return answer.authenticationResult != nil
    }
}
