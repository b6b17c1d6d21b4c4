// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCore
import GatehouseCrypto
import GatehouseIdentityPools
import GatehouseServer
import GatehouseSignIn
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The sentences of Amplify's contract.
extension ClientContractTests {
    @Test(
        "A server must tolerate absence of UserContextData.EncodedData",
        arguments: [nil, "", "AAAA", "{}"] as [String?])
    func contextData(_ data: String?) async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let answer = try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userPasswordAuth,
                authParameters: ["USERNAME": "alice", "PASSWORD": PoolFixture.password],
                clientId: fixture.client.id,
                userContextData: data.map { UserContextDataType(encodedData: $0) }))
        #expect(answer.authenticationResult?.accessToken != nil)
        let sent = try await fixture.anyone.forgotPassword(
            ForgotPasswordRequest(
                clientId: fixture.client.id,
                userContextData: data.map { UserContextDataType(encodedData: $0) }, username: "alice"))
        #expect(sent.codeDeliveryDetails != nil)
    }

    @Test("RevokeToken and GetTokensFromRefreshToken send ClientSecret itself instead")
    func clientSecrets() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        let renewed = try await fixture.anyone.getTokensFromRefreshToken(
            GetTokensFromRefreshTokenRequest(
                refreshToken: tokens.refreshToken ?? "", clientId: fixture.client.id,
                clientSecret: fixture.client.secret, clientMetadata: [:]))
        #expect(renewed.authenticationResult?.accessToken != nil)
        _ = try await fixture.anyone.revokeToken(
            RevokeTokenRequest(
                token: tokens.refreshToken ?? "", clientId: fixture.client.id, clientSecret: fixture.client.secret))
    }

    @Test(
        "User pool refresh: GetTokensFromRefreshToken, not InitiateAuth REFRESH_TOKEN_AUTH (older releases used that; a server should serve both)"
    )
    func bothRefreshes() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        #expect(try await fixture.renew(tokens, deviceKey: nil)?.accessToken != nil)
        #expect(try await Self.renew(tokens.refreshToken, hash: nil, by: fixture)?.accessToken != nil)
    }

    @Test(
        "A wrong code must leave the challenge open with the same Session; the server must therefore keep a session usable after a code mismatch"
    )
    func wrongCodes() async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        let app = try await fixture.setUpApp(token: try await fixture.accessToken())
        let kinds: [(SecondFactor, ChallengeNameType, String)] = [
            (.sms, .smsMfa, "SMS_MFA_CODE"), (.email, .emailOtp, "EMAIL_OTP_CODE"),
            (.softwareToken, .softwareTokenMfa, "SOFTWARE_TOKEN_MFA_CODE"),
        ]
        for (factor, name, member) in kinds {
            fixture.gatehouse.clock.advance(by: 120)
            try await fixture.prefer(factor)
            let challenge = try await fixture.signInWithPassword()
            #expect(challenge.challengeName == name)
            let right = factor == .softwareToken ? app.code() : fixture.newestCode
            let wrong = factor == .softwareToken ? app.wrongCode : fixture.wrongCode
            let refusal = try await fault { _ = try await fixture.answer(name, challenge.session, [member: wrong]) }
            #expect(refusal?.code == .codeMismatch, "\(name)")
            let done = try await fixture.answer(name, challenge.session, [member: right])
            #expect(done.authenticationResult?.accessToken != nil, "\(name)")
        }
        let first = try await PoolFixture.withoutPasswords()
        try await first.makeReachableUser()
        let firstKinds: [(String, ChallengeNameType, String)] = [
            ("EMAIL_OTP", .emailOtp, "EMAIL_OTP_CODE"), ("SMS_OTP", .smsOtp, "SMS_OTP_CODE"),
        ]
        for (choice, name, member) in firstKinds {
            let challenge = try await first.beginUserAuth(preferring: choice)
            let right = first.newestCode
            let wrong = right == "00000000" ? "00000001" : "00000000"
            #expect(
                try await fault { _ = try await first.answer(name, challenge.session, [member: wrong]) }?.code
                    == .codeMismatch)
            let done = try await first.answer(name, challenge.session, [member: right])
            #expect(done.authenticationResult?.accessToken != nil)
        }
    }

    @Test(
        "USERNAME varies within one sign-in (typed alias, then the server's name); SECRET_HASH follows the name in the same request; the server must accept both names in a session",
        arguments: [false, true])
    func namesOfOneSignIn(withTypedName: Bool) async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request { $0.usernameAttributes = [.email] }, withSecret: true)
        let typed = "alice@example.com"
        try await fixture.gatehouse.makeUser(
            typed, password: PoolFixture.password, inPool: fixture.poolID, attributes: ["email_verified": "true"])
        let conversation = SRPConversation(fixture: fixture, username: typed)
        let challenge = try await conversation.begin()
        let stored = challenge.challengeParameters?["USERNAME"] ?? ""
        #expect(stored != typed && challenge.challengeParameters?["USER_ID_FOR_SRP"] == stored)
        var responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        let name = withTypedName ? typed : stored
        (responses["USERNAME"], responses["SECRET_HASH"]) = (name, fixture.hash(name))
        let done = try await conversation.answer(responses, session: challenge.session)
        #expect(done.authenticationResult?.accessToken != nil)
    }

    @Test("DEVICE_SRP_AUTH uses the typed name although PASSWORD_VERIFIER used the server's")
    func namesOfDevices() async throws {
        let fixture = try await PoolFixture.makeWithMFA(.optional) {
            $0.aliasAttributes = [.email]
            $0.deviceConfiguration = DeviceConfigurationType(
                challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: false)
        }
        let typed = "alice@example.com"
        let tokens = try await fixture.tokens(typed)
        let device = try TestDevice(tokens)
        try await fixture.confirm(device, token: tokens.accessToken)
        try await fixture.prefer(.email)
        // The step with the password has the name of the challenge, and the steps of the device the typed one.
        let app = DeviceConversation(fixture: fixture, device: device, username: typed)
        let next = try await app.provePassword()
        #expect(next.challengeName == .deviceSrpAuth)
        #expect(try await app.proveDevice(next.session)?.accessToken != nil)
    }

    @Test(
        "The token response must contain id, access and refresh token on sign-in; both JWTs need a numeric exp; the access token needs username and sub, the id token sub"
    )
    func tokenResponse() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        #expect(tokens.refreshToken?.isEmpty == false)
        let (access, id) = (try claims(tokens.accessToken), try claims(tokens.idToken))
        #expect(access["exp"]?.integerValue != nil && id["exp"]?.integerValue != nil)
        #expect(access["username"] == "alice" && access["sub"]?.stringValue?.isEmpty == false)
        #expect(id["sub"] == access["sub"])
    }

    @Test("A preferred challenge: that challenge, or SELECT_CHALLENGE if the server cannot honour it")
    func preferredChallenges() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        #expect(try await fixture.beginUserAuth(preferring: "EMAIL_OTP").challengeName == .emailOtp)
        for factor in ["SMS_OTP", "WEB_AUTHN"] {
            let answer = try await fixture.beginUserAuth(preferring: factor)
            #expect(answer.challengeName == .selectChallenge && answer.availableChallenges?.isEmpty == false)
        }
    }

    @Test(
        "The password given next is sent as RespondToAuthChallenge SELECT_CHALLENGE with ANSWER=PASSWORD, PASSWORD, or ANSWER=PASSWORD_SRP, SRP_A followed by the verifier"
    )
    func chosenPasswords() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeUser()
        let choice = try await fixture.beginUserAuth()
        let plain = try await fixture.answer(
            .selectChallenge, choice.session, ["ANSWER": "PASSWORD", "PASSWORD": PoolFixture.password])
        #expect(plain.authenticationResult?.accessToken != nil)
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let again = try await fixture.beginUserAuth()
        let challenge = try await fixture.answer(
            .selectChallenge, again.session, ["ANSWER": "PASSWORD_SRP", "SRP_A": conversation.srp.publicKeyHex])
        #expect(challenge.challengeName == .passwordVerifier)
        let responses = try conversation.responses(
            to: challenge.challengeParameters ?? [:], password: PoolFixture.password)
        let done = try await conversation.answer(responses, session: challenge.session)
        #expect(done.authenticationResult?.accessToken != nil)
    }

    @Test(
        "CUSTOM_AUTH: USERNAME, SRP_A, CHALLENGE_NAME=SRP_A; the verifier answer normally yields CUSTOM_CHALLENGE; without SRP_A, CUSTOM_CHALLENGE"
    )
    func customFlows() async throws {
        let fixture = try await PoolFixture.make(CustomAuthTests.asking())
        try await fixture.makeUser()
        let conversation = SRPConversation(fixture: fixture, username: "alice")
        let first = try await CustomAuthTests.begin(
            fixture, "alice", ["SRP_A": conversation.srp.publicKeyHex, "CHALLENGE_NAME": "SRP_A"])
        #expect(first.challengeName == .passwordVerifier)
        let responses = try conversation.responses(to: first, password: PoolFixture.password)
        let next = try await conversation.answer(responses, session: first.session)
        #expect(next.challengeName == .customChallenge)
        #expect(try await CustomAuthTests.begin(fixture).challengeName == .customChallenge)
    }

    @Test(
        "TOTP setup: the code goes to VerifySoftwareToken; its Session then goes into RespondToAuthChallenge MFA_SETUP with USERNAME only"
    )
    func setUpOfApps() async throws {
        let fixture = try await PoolFixture.makeWithMFA(.on, factors: [.softwareToken])
        try await fixture.gatehouse.makeUser("bare", password: PoolFixture.password, inPool: fixture.poolID)
        let challenge = try await fixture.signInWithPassword("bare")
        #expect(challenge.challengeName == .mfaSetup)
        let drawn = try await fixture.anyone.associateSoftwareToken(
            AssociateSoftwareTokenRequest(session: challenge.session))
        let app = AuthenticatorApp(secretCode: try #require(drawn.secretCode), clock: fixture.gatehouse.clock)
        let verified = try await fixture.anyone.verifySoftwareToken(
            VerifySoftwareTokenRequest(session: drawn.session, userCode: app.code(), friendlyDeviceName: "Telephone"))
        let done = try await fixture.anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: fixture.client.id, challengeName: .mfaSetup, session: verified.session,
                challengeResponses: ["USERNAME": "bare"]))
        #expect(done.authenticationResult?.accessToken != nil)
    }

    @Test(
        "confirmSignUp: ConfirmSignUp with Session; response Session: autoSignIn, InitiateAuth USER_AUTH with USERNAME and top-level Session"
    )
    func autoSignIn() async throws {
        let fixture = try await PoolFixture.make { $0.explicitAuthFlows?.append(.allowUserAuth) }
        let signUp: String = try #require(try await fixture.signUp().session)
        let confirmed = try await fixture.anyone.confirmSignUp(
            ConfirmSignUpRequest(
                clientId: fixture.client.id, username: "alice", confirmationCode: fixture.newestCode,
                session: signUp))
        let session: String = try #require(confirmed.session)
        let done = try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .userAuth, authParameters: ["USERNAME": "alice"], clientMetadata: [:],
                clientId: fixture.client.id, session: session))
        #expect(done.authenticationResult?.accessToken != nil)
    }

    @Test("Signed in, globalSignOut true: GlobalSignOut, then RevokeToken, then delete")
    func globalSignOut() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        _ = try await fixture.anyone.globalSignOut(GlobalSignOutRequest(accessToken: tokens.accessToken ?? ""))
        _ = try await fixture.anyone.revokeToken(
            RevokeTokenRequest(token: tokens.refreshToken ?? "", clientId: fixture.client.id))
        #expect(try await fault { _ = try await fixture.renew(tokens, deviceKey: nil) }?.code == .notAuthorized)
    }

    @Test(
        "The logins key names an amazonaws.com host even against a self-hosted server; the server must accept the issuer of the ID token without https:// in Logins too"
    )
    func loginKeys() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let (identities, identityPool) = try await fixture.identityPool()
        let token = try await fixture.tokens().idToken ?? ""
        var ids: Set<String?> = []
        for host in ["cognito-idp.us-east-1.amazonaws.com", "localhost:9229"] {
            let logins = ["\(host)/\(fixture.poolID)": token]
            let id = try await identities.getId(GetIdInput(identityPoolId: identityPool, logins: logins)).identityId
            let vended = try await identities.getCredentialsForIdentity(
                GetCredentialsForIdentityInput(identityId: id ?? "", logins: logins))
            #expect(vended.credentials?.accessKeyId != nil)
            ids.insert(id)
        }
        #expect(ids.count == 1)
    }

    @Test(
        "Signing in from guest keeps the identity id and sends it with the login map; the server turns the guest identity into the user's identity, or answers with the user's existing one"
    )
    func identityLinking() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let (identities, identityPool) = try await fixture.identityPool()
        let key = "cognito-idp.us-east-1.amazonaws.com/\(fixture.poolID)"
        let logins = [key: try await fixture.tokens().idToken ?? ""]
        func guest() async throws -> String {
            let id = try await identities.getId(GetIdInput(identityPoolId: identityPool)).identityId
            _ = try await identities.getCredentialsForIdentity(GetCredentialsForIdentityInput(identityId: id ?? ""))
            return id ?? ""
        }
        let first = try await guest()
        func signedIn(_ id: String) async throws -> String? {
            try await identities.getCredentialsForIdentity(
                GetCredentialsForIdentityInput(identityId: id, logins: logins)
            ).identityId
        }
        #expect(try await signedIn(first) == first)
        #expect(try await signedIn(try await guest()) == first)
    }

    @Test("Our server's identity pools refuse ID tokens of our own pools that a global sign-out has revoked, always")
    func revokedLogins() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let (identities, identityPool) = try await fixture.identityPool()
        let tokens = try await fixture.tokens()
        let logins = ["cognito-idp.us-east-1.amazonaws.com/\(fixture.poolID)": tokens.idToken ?? ""]
        let id = try await identities.getId(GetIdInput(identityPoolId: identityPool, logins: logins)).identityId
        _ = try await fixture.anyone.globalSignOut(GlobalSignOutRequest(accessToken: tokens.accessToken ?? ""))
        let refusal = try await fault {
            _ = try await identities.getCredentialsForIdentity(
                GetCredentialsForIdentityInput(identityId: id ?? "", logins: logins))
        }
        #expect(refusal?.code == .notAuthorized)
    }
}

extension PoolFixture {
    /// An identity pool for the client, which allows guests.
    func identityPool() async throws -> (service: IdentityPoolsService, id: String) {
        let service = gatehouse.installation.identityPools.service(for: gatehouse.administration)
        let pool = try await service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "test", allowUnauthenticatedIdentities: true,
                cognitoIdentityProviders: [
                    CognitoIdentityProvider(
                        providerName: "cognito-idp.us-east-1.amazonaws.com/\(poolID)", clientId: client.id)
                ]))
        let role = "arn:aws:iam::123456789012:role/test"
        try await service.setIdentityPoolRoles(
            SetIdentityPoolRolesInput(
                identityPoolId: pool.identityPoolId, roles: ["authenticated": role, "unauthenticated": role]))
        return (service, pool.identityPoolId)
    }
}
