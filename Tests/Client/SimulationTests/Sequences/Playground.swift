// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseServer
import GatehouseServerCrypto
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools

/// A server with pools in which every step of a sign-in can be met, prepared once; every sequence begins with a copy.
struct Playground: Sendable {
    enum Kind: CaseIterable {
        /// Second factors are the users' choice, and there are passkeys, codes and custom challenges.
        case open
        /// A second factor is required.
        case strict
        /// Like the open one, and a device that is known stands in for the second factor.
        case tracking
    }

    struct Pool: Sendable {
        let id: String
        let clientID: String
        let kind: Kind
        /// The secrets in the TOTP apps of some users.
        let secrets: [String: String]
    }

    /// Ada has no second factor at first, Cleo's password is temporary, Dora has codes by SMS, Eve a choice of two
    /// factors, Finn a TOTP app, and Gus nothing at all.
    static let users = ["ada", "cleo", "dora", "eve", "finn", "gus"]

    let gatehouse: TestGatehouse
    let pools: [Pool]

    /// The playground, made at first use.
    static let shared = Task { try await Playground() }

    private init() async throws {
        gatehouse = try await TestGatehouse(triggers: Riddle())
        var pools: [Pool] = []
        for kind in Kind.allCases { pools.append(try await Self.makePool(kind, on: gatehouse)) }
        self.pools = pools
    }

    static func email(of user: String) -> String { "\(user)@example.com" }

    static func phone(of user: String) -> String {
        "+1202555010\(users.firstIndex(of: user) ?? users.count)"
    }

    private static func makePool(_ kind: Kind, on gatehouse: TestGatehouse) async throws -> Pool {
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        let answer = try await service.createUserPool(request(kind))
        let id = answer.userPool?.id ?? ""
        _ = try await service.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: id,
                smsMfaConfiguration: SmsMfaConfigType(smsConfiguration: sms),
                softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true),
                emailMfaConfiguration: kind == .strict ? EmailMfaConfigType() : nil,
                mfaConfiguration: kind == .strict ? .on : .optional,
                webAuthnConfiguration: kind == .strict ? nil : WebAuthnConfigurationType(relyingPartyId: "example.com")
            )
        )
        let client = try await gatehouse.makeClient(ofPool: id)
        for user in Self.users { try await make(user, inPool: id, on: gatehouse) }
        var secrets: [String: String] = [:]
        if kind != .strict {
            for user in ["eve", "finn"] { secrets[user] = try await giveApp(to: user, id, client, on: gatehouse) }
            for user in ["dora", "eve", "finn"] { try await setFactors(of: user, inPool: id, on: gatehouse) }
        }
        return Pool(id: id, clientID: client.id, kind: kind, secrets: secrets)
    }

    private static let sms = SmsConfigurationType(snsCallerArn: "arn:aws:iam::123456789012:role/sms")

    private static func request(_ kind: Kind) -> CreateUserPoolRequest {
        let devices = DeviceConfigurationType(
            challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: false)
        let factors = SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp, .smsOtp, .webAuthn])
        return CreateUserPoolRequest(
            poolName: "\(kind)",
            policies: kind == .strict ? nil : UserPoolPolicyType(signInPolicy: factors),
            lambdaConfig: LambdaConfigType(
                defineAuthChallenge: Riddle.arn("define"),
                createAuthChallenge: Riddle.arn("create"),
                verifyAuthChallengeResponse: Riddle.arn("verify")
            ),
            autoVerifiedAttributes: [.email],
            deviceConfiguration: kind == .tracking ? devices : nil,
            emailConfiguration: EmailConfigurationType(
                sourceArn: "arn:aws:ses:us-east-1:123456789012:identity/a@example.com",
                emailSendingAccount: .developer
            ),
            smsConfiguration: sms
        )
    }

    private static func make(_ user: String, inPool pool: String, on gatehouse: TestGatehouse) async throws {
        let attributes = [
            "email": email(of: user), "email_verified": "true", "phone_number": phone(of: user),
            "phone_number_verified": "true",
        ]
        try await gatehouse.makeUser(
            user,
            password: Landscape.password,
            inPool: pool,
            attributes: user == "gus" ? [:] : attributes
        )
    }

    /// Sets up a TOTP app for a user.
    ///
    /// - Returns: the secret in the app.
    private static func giveApp(
        to user: String, _ pool: String, _ client: TestAppClient, on gatehouse: TestGatehouse
    ) async throws -> String {
        let service = gatehouse.installation.userPools.service(for: RequestContext(requestID: "test"))
        let signIn = try await service.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth,
                authParameters: ["USERNAME": user, "PASSWORD": Landscape.password],
                clientId: client.id
            )
        )
        let token = signIn.authenticationResult?.accessToken
        let secret = try await service.associateSoftwareToken(AssociateSoftwareTokenRequest(accessToken: token))
            .secretCode
        gatehouse.clock.advance(by: 60)
        let code = Self.code(secret ?? "", at: gatehouse.clock.now)
        _ = try await service.verifySoftwareToken(VerifySoftwareTokenRequest(accessToken: token, userCode: code))
        return secret ?? ""
    }

    /// The code of a TOTP app.
    static func code(_ secret: String, at date: Date) -> String {
        TOTP(secret: Secret(Base32.decode(secret) ?? [])).code(at: date)
    }

    private static func setFactors(of user: String, inPool pool: String, on gatehouse: TestGatehouse) async throws {
        _ = try await gatehouse.installation.userPools.service(for: gatehouse.administration).adminSetUserMFAPreference(
            AdminSetUserMFAPreferenceRequest(
                smsMfaSettings: SMSMfaSettingsType(enabled: user != "finn"),
                softwareTokenMfaSettings: user == "dora" ? nil : SoftwareTokenMfaSettingsType(enabled: true),
                username: user,
                userPoolId: pool
            )
        )
    }

    /// The plugin's block of a generation 1 configuration.
    func configuration(_ pool: Pool) -> JSONValue {
        let settings: JSONValue = [
            "PoolId": .string(pool.id), "AppClientId": .string(pool.clientID), "Region": "us-east-1",
        ]
        return [
            "Auth": [
                "Default": ["Endpoint": .string(gatehouse.baseURL), "authenticationFlowType": "USER_PASSWORD_AUTH"]
            ],
            "CognitoUserPool": ["Default": settings],
        ]
    }
}
