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
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The sentences in the contracts of the clients that bind the server, each with a test of the same words.
///
/// This file has those of `AWSMobileClient`; extensions have those of Amplify and of the command `amplify`.
@Suite("What the contracts of the clients require of the server", .hangLimit)
struct ClientContractTests {
    static let wrongCode = ServiceFault(.codeMismatch, "Invalid code or auth state for the user.")

    /// Renews tokens with `REFRESH_TOKEN_AUTH`.
    static func renew(
        _ refreshToken: String?, hash: String?, device: String? = nil, by fixture: PoolFixture
    ) async throws -> AuthenticationResultType? {
        var parameters = ["REFRESH_TOKEN": refreshToken ?? ""]
        parameters["SECRET_HASH"] = hash
        parameters["DEVICE_KEY"] = device
        return try await fixture.anyone.initiateAuth(
            InitiateAuthRequest(
                authFlow: .refreshTokenAuth, authParameters: parameters, clientId: fixture.client.id)
        ).authenticationResult
    }

    @Test(
        "The original's refresh request sends the raw client secret as SECRET_HASH; the server must accept both forms for REFRESH_TOKEN_AUTH"
    )
    func refreshHashes() async throws {
        let fixture = try await PoolFixture.make(withSecret: true) {
            $0.explicitAuthFlows?.append(.allowAdminUserPasswordAuth)
        }
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        let sub = try #require(try claims(tokens.idToken)["sub"]?.stringValue)
        let added = try await fixture.administrator.addUserPoolClientSecret(
            AddUserPoolClientSecretRequest(userPoolId: fixture.poolID, clientId: fixture.client.id))
        let second = try #require(added.clientSecretDescriptor?.clientSecretValue)
        for hash in [fixture.client.secret, fixture.hash("alice"), fixture.hash(sub), second] {
            #expect(try await Self.renew(tokens.refreshToken, hash: hash, by: fixture)?.accessToken != nil)
            let ofBackEnd = try await fixture.administrator.adminInitiateAuth(
                AdminInitiateAuthRequest(
                    userPoolId: fixture.poolID, clientId: fixture.client.id, authFlow: .refreshTokenAuth,
                    authParameters: ["REFRESH_TOKEN": tokens.refreshToken ?? "", "SECRET_HASH": hash ?? ""]))
            #expect(ofBackEnd.authenticationResult?.accessToken != nil)
        }
        let other = try await PoolFixture.make(withSecret: true, on: fixture.gatehouse)
        let secret = fixture.client.secret ?? ""
        for hash in [
            "", String(secret.dropLast()), secret + "a", secret.uppercased(), other.client.secret, fixture.hash("bob"),
        ] {
            let refusal = try await fault { _ = try await Self.renew(tokens.refreshToken, hash: hash, by: fixture) }
            let text = "SecretHash does not match for the client: \(fixture.client.id)"
            #expect(refusal == ServiceFault(.notAuthorized, text), "\(hash ?? "")")
        }
    }

    @Test(
        "With an app client secret every user-pool request carries SECRET_HASH = base64(HMAC-SHA256(key: secret, username + clientId)); exception: the refresh request"
    )
    func noOtherRequestTakesTheSecret() async throws {
        let fixture = try await PoolFixture.make(withSecret: true)
        try await fixture.makeUser()
        let (secret, id) = (fixture.client.secret, fixture.client.id)
        let refusals = [
            try await fault {
                _ = try await fixture.anyone.initiateAuth(
                    InitiateAuthRequest(
                        authFlow: .userPasswordAuth,
                        authParameters: [
                            "USERNAME": "alice", "PASSWORD": PoolFixture.password, "SECRET_HASH": secret ?? "",
                        ], clientId: id))
            },
            try await fault {
                _ = try await fixture.anyone.forgotPassword(
                    ForgotPasswordRequest(clientId: id, secretHash: secret, username: "alice"))
            },
            try await fault {
                _ = try await fixture.anyone.signUp(
                    SignUpRequest(clientId: id, secretHash: secret, username: "bob", password: PoolFixture.password))
            },
        ]
        for refusal in refusals {
            #expect(refusal == ServiceFault(.notAuthorized, "Unable to verify secret hash for client \(id)"))
        }
    }

    @Test("S08's badge_number is accepted only if the server's pool has an attribute with exactly that name")
    func attributeNames() async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.schema = [SchemaAttributeType(name: "badge_number", attributeDataType: .string, mutable: true)]
            })
        func signUp(_ name: String, _ attribute: String) async throws {
            _ = try await fixture.anyone.signUp(
                SignUpRequest(
                    clientId: fixture.client.id, username: name, password: PoolFixture.password,
                    userAttributes: [AttributeType(name: attribute, value: "7")]))
        }
        #expect(try await fault { try await signUp("alice", "badge_number") }?.code == .invalidParameter)
        try await signUp("alice", "custom:badge_number")
        let attributes = try await fixture.user().userAttributes
        #expect(attributes?.contains { $0.name == "custom:badge_number" && $0.value == "7" } == true)
    }

    @Test(
        "Attribute and device calls work for hosted-UI sessions only if the access token has the scope aws.cognito.signin.user.admin"
    )
    func scopes() async throws {
        let fixture = try await PoolFixture.forPages()
        func token(_ scopes: [String]) async throws -> String {
            let request = try await fixture.authorization(scopes: scopes)
            return try await fixture.redeem(try await fixture.code(for: request)).accessToken ?? ""
        }
        let refusal = ServiceFault(.notAuthorized, "Access Token does not have required scopes")
        let without = try await token(["openid", "profile", "email"])
        #expect(try await fault { _ = try await fixture.ownAttributes(token: without) } == refusal)
        #expect(try await fault { try await fixture.update(["name": "Ada"], token: without) } == refusal)
        #expect(try await fault { _ = try await fixture.devices(token: without) } == refusal)
        let with = try await token(["openid", TokenGrant.ownOperations])
        #expect(try await fixture.ownAttributes(token: with)["email"] == "alice@example.com")
        #expect(try await fixture.devices(token: with) == [])
    }

    @Test(
        "Wrong answers: codeMismatch (MFA) and invalidPassword (new password) leave the challenge open; the app may call confirmSignIn again without a new signIn"
    )
    func wrongAnswers() async throws {
        let fixture = try await PoolFixture.makeWithMFA()
        try await fixture.prefer(.sms)
        let challenge = try await fixture.signInWithPassword()
        let code = fixture.newestCode
        for _ in 0..<3 {
            let refusal = try await fault {
                _ = try await fixture.answer(.smsMfa, challenge.session, ["SMS_MFA_CODE": fixture.wrongCode])
            }
            #expect(refusal == Self.wrongCode)
        }
        let done = try await fixture.answer(.smsMfa, challenge.session, ["SMS_MFA_CODE": code])
        #expect(done.authenticationResult?.accessToken != nil)

        _ = try await fixture.administrator.adminSetUserPassword(
            AdminSetUserPasswordRequest(
                userPoolId: fixture.poolID, username: "alice", password: PoolFixture.password, permanent: false))
        let demanded = try await fixture.signInWithPassword()
        #expect(demanded.challengeName == .newPasswordRequired)
        let refusal = try await fault {
            _ = try await fixture.answer(.newPasswordRequired, demanded.session, ["NEW_PASSWORD": "short"])
        }
        #expect(refusal?.code == .invalidPassword)
        let next = try await fixture.answer(
            .newPasswordRequired, demanded.session, ["NEW_PASSWORD": PoolFixture.newPassword])
        #expect(next.challengeName == .smsMfa)
    }

    @Test(
        "After NEW_PASSWORD_REQUIRED the existing attributes sent by the server are not sent back: send only what the app passes"
    )
    func newPasswordWithoutAttributes() async throws {
        let fixture = try await PoolFixture.make()
        _ = try await fixture.administrator.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: fixture.poolID, username: "alice",
                userAttributes: [AttributeType(name: "email", value: "alice@example.com")],
                temporaryPassword: PoolFixture.password, messageAction: .suppress))
        let challenge = try await fixture.signInWithPassword()
        #expect(challenge.challengeParameters?["userAttributes"]?.contains("alice@example.com") == true)
        let done = try await fixture.answer(
            .newPasswordRequired, challenge.session,
            ["NEW_PASSWORD": PoolFixture.newPassword, "userAttributes.nickname": "Al"])
        let attributes = try await fixture.ownAttributes(token: done.authenticationResult?.accessToken ?? "")
        #expect(attributes["email"] == "alice@example.com" && attributes["nickname"] == "Al")
    }

    @Test("After a wrong custom answer the server may issue another CUSTOM_CHALLENGE or fail with notAuthorized")
    func wrongCustomAnswers() async throws {
        let fixture = try await PoolFixture.make(CustomAuthTests.asking())
        try await fixture.makeUser()
        var session = try await CustomAuthTests.begin(fixture).session
        for _ in 0..<2 {
            let next = try await CustomAuthTests.answer(fixture, "crow", session: session)
            #expect(next.challengeName == .customChallenge)
            session = next.session
        }
        let last = session
        let refusal = try await fault { _ = try await CustomAuthTests.answer(fixture, "crow", session: last) }
        #expect(refusal?.code == .notAuthorized)
    }

    @Test(
        "A wrong password gives notAuthorized; unknown user gives userNotFound (or notAuthorized if the pool hides existence); unconfirmed user userNotConfirmed; reset demanded by an administrator passwordResetRequired"
    )
    func refusedSignIns() async throws {
        let fixture = try await PoolFixture.make()
        let hiding = try await PoolFixture.make { $0.preventUserExistenceErrors = .enabled }
        func code(
            _ name: String, _ password: String = PoolFixture.password, in fixture: PoolFixture
        ) async throws -> ServiceFault.Code? {
            try await fault { _ = try await fixture.signInWithPassword(name, password) }?.code
        }
        try await fixture.makeUser()
        try await fixture.makeUser("carol")
        try await fixture.signUp("dave", email: "dave@example.com")
        _ = try await fixture.administrator.adminResetUserPassword(
            AdminResetUserPasswordRequest(userPoolId: fixture.poolID, username: "carol"))
        #expect(try await code("alice", "Wrong-Horse-7!", in: fixture) == .notAuthorized)
        #expect(try await code("nobody", in: fixture) == .userNotFound)
        #expect(try await code("nobody", in: hiding) == .notAuthorized)
        #expect(try await code("dave", in: fixture) == .userNotConfirmed)
        #expect(try await code("carol", in: fixture) == .passwordResetRequired)
    }

    @Test("A disabled or deleted user also answers NotAuthorized or UserNotFound to a refresh")
    func refreshesOfGoneUsers() async throws {
        let fixture = try await PoolFixture.make()
        for name in ["alice", "bob"] { try await fixture.makeUser(name) }
        let tokens = [try await fixture.tokens("alice"), try await fixture.tokens("bob")]
        _ = try await fixture.administrator.adminDisableUser(
            AdminDisableUserRequest(userPoolId: fixture.poolID, username: "alice"))
        try await fixture.administrator.adminDeleteUser(
            AdminDeleteUserRequest(userPoolId: fixture.poolID, username: "bob"))
        for token in tokens.map(\.refreshToken) {
            let refusal = try await fault { _ = try await Self.renew(token, hash: nil, by: fixture) }
            #expect(refusal?.code == .notAuthorized || refusal?.code == .userNotFound)
        }
    }

    @Test("The next token call refreshes and sees new claims")
    func newClaims() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        try await fixture.update(["nickname": "Al"], token: tokens.accessToken ?? "")
        let renewed = try await Self.renew(tokens.refreshToken, hash: nil, by: fixture)
        #expect(try claims(renewed?.idToken)["nickname"] == "Al")
        #expect(renewed?.refreshToken == nil)
    }

    @Test("Servers may issue 5-minute tokens")
    func shortTokens() async throws {
        let fixture = try await PoolFixture.make {
            ($0.accessTokenValidity, $0.idTokenValidity) = (5, 5)
            $0.tokenValidityUnits = TokenValidityUnitsType(accessToken: .minutes, idToken: .minutes)
        }
        try await fixture.makeUser()
        let tokens = try await fixture.tokens()
        #expect(tokens.expiresIn == 300)
        for token in [tokens.accessToken, tokens.idToken] {
            let claims = try claims(token)
            #expect(claims["exp"]?.integerValue == (claims["iat"]?.integerValue ?? 0) + 300)
        }
    }

    @Test(
        "If the server sends no delivery details for an unconfirmed user the app crashes; the Gatehouse server must send them whenever it sends a code"
    )
    func deliveryDetails() async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request { $0.autoVerifiedAttributes = [.email, .phoneNumber] })
        let signedUp = try await fixture.signUp()
        var details = [signedUp.codeDeliveryDetails]
        details.append(
            try await fixture.anyone.resendConfirmationCode(
                ResendConfirmationCodeRequest(clientId: fixture.client.id, username: "alice")
            ).codeDeliveryDetails)
        try await fixture.confirm()
        details.append(try await fixture.forgotPassword())
        let token = try await fixture.accessToken()
        details.append(try await fixture.sendCode(token: token))
        let changes = ["email": "new@example.com", "phone_number": PoolFixture.phone, "nickname": "Al"]
        let changed = try #require(try await fixture.update(changes, token: token))
        // One for each attribute that needs verification, and none for the others.
        #expect(Set(changed.compactMap(\.attributeName)) == ["email", "phone_number"] && changed.count == 2)
        details += changed
        #expect(fixture.gatehouse.messages().count == details.count)
        for detail in details {
            #expect(detail?.destination?.isEmpty == false && detail?.deliveryMedium != nil)
            #expect(detail?.attributeName != nil)
        }
    }

    @Test("getUserAttributes returns all attributes as strings, including sub and email_verified (\"true\"/\"false\")")
    func ownAttributes() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.makeUser()
        let user = try await fixture.anyone.getUser(GetUserRequest(accessToken: try await fixture.accessToken()))
        #expect(user.userAttributes.contains { $0.name == "email_verified" && $0.value == "true" })
        #expect(user.userAttributes.contains { $0.name == "sub" && $0.value?.isEmpty == false })
        #expect(user.userAttributes.allSatisfy { $0.value != nil })
    }
}

extension ClientContractTests {
    @Test(
        "If the server says that user confirmation is needed (\"User opt in\"), the device stays tracked, not remembered until updateStatus(remembered: true). With \"Always\" the server remembers it at once",
        arguments: [true, false])
    func remembering(onPrompt: Bool) async throws {
        let fixture = try await PoolFixture.tracking(onPrompt: onPrompt)
        let tokens = try await fixture.tokens()
        let device = try TestDevice(tokens)
        let confirmed = try await fixture.confirm(device, token: tokens.accessToken)
        #expect(confirmed.userConfirmationNecessary == onPrompt)
        func status() async throws -> String? {
            try await fixture.device(device.key, token: tokens.accessToken).deviceAttributes?
                .values["dev:device_remembered_status"]
        }
        #expect(try await status() == (onPrompt ? "not_remembered" : "remembered"))
        _ = try await fixture.anyone.updateDeviceStatus(
            UpdateDeviceStatusRequest(
                accessToken: tokens.accessToken ?? "", deviceKey: device.key, deviceRememberedStatus: .remembered))
        #expect(try await status() == "remembered")
    }

    @Test(
        "Device.attributes maps the server's attribute names (device_status, device_name, last_ip_used …); our server sends dev:device_remembered_status to the user's own ListDevices and GetDevice too"
    )
    func deviceAttributes() async throws {
        let fixture = try await PoolFixture.tracking()
        let (device, tokens) = try await fixture.confirmedDevice()
        let listed = try await fixture.anyone.listDevices(ListDevicesRequest(accessToken: tokens.accessToken ?? ""))
        let own = try await fixture.device(device.key, token: tokens.accessToken)
        let names: Set = ["device_status", "device_name", "last_ip_used", "dev:device_remembered_status"]
        for attributes in [listed.devices?.first?.deviceAttributes, own.deviceAttributes] {
            #expect(names.isSubset(of: attributes?.values.keys.map(\.self) ?? []))
        }
    }

    @Test(
        "If the server says the device does not exist, the stored keys are dropped and the sign-in is retried once without them; the app notices nothing"
    )
    func unknownDevices() async throws {
        let app = try await DeviceConversation.make()
        try await app.fixture.forget(app.device, token: try await app.fixture.accessTokenPastMFA())
        let conversation = SRPConversation(fixture: app.fixture, username: "alice")
        let challenge = try await conversation.begin()
        var responses = try conversation.responses(to: challenge, password: PoolFixture.password)
        responses["DEVICE_KEY"] = app.device.key
        let first = responses
        let named = try await fault { _ = try await conversation.answer(first, session: challenge.session) }
        #expect(named?.code == .resourceNotFound)
        responses["DEVICE_KEY"] = nil
        let next = try await conversation.answer(responses, session: challenge.session)
        #expect(next.challengeName == .emailOtp)
    }

    @Test("A following updateStatus(remembered: true) in the same session fails with deviceNotRemembered")
    func forgottenDevices() async throws {
        let fixture = try await PoolFixture.tracking()
        let (device, tokens) = try await fixture.confirmedDevice()
        try await fixture.forget(device, token: tokens.accessToken)
        let refusal = try await fault {
            _ = try await fixture.anyone.updateDeviceStatus(
                UpdateDeviceStatusRequest(
                    accessToken: tokens.accessToken ?? "", deviceKey: device.key, deviceRememberedStatus: .remembered))
        }
        #expect(refusal?.code == .resourceNotFound)
    }

    @Test("Later refreshes of that user send the device key")
    func refreshesWithDevices() async throws {
        let fixture = try await PoolFixture.tracking()
        let (device, tokens) = try await fixture.confirmedDevice()
        let renewed = try await Self.renew(tokens.refreshToken, hash: nil, device: device.key, by: fixture)
        #expect(renewed?.accessToken != nil)
    }
}

extension PoolFixture {
    /// An access token of Alice, who proves a code by e-mail.
    fileprivate func accessTokenPastMFA() async throws -> String? {
        let challenge = try await signInWithPassword()
        return try await answer(.emailOtp, challenge.session, ["EMAIL_OTP_CODE": newestCode])
            .authenticationResult?.accessToken
    }
}
