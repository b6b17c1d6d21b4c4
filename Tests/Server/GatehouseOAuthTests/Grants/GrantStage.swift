// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseCrypto
import GatehouseGateway
import GatehouseServerCrypto
import GatehouseSignIn
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

/// A server with Alice, who has a password, an authenticator app, a passkey, and a link to the provider `corp`.
///
/// Her sign-ins are those against which a measure is taken: with the password alone, with the app as well where it will be
/// removed or switched off, or with the passkey.
final class GrantStage {
    /// The person at the provider.
    static let person = ProviderUserIdentifierType(
        providerName: "corp", providerAttributeName: "Cognito_Subject", providerAttributeValue: "c1")

    let hosted: HostedFixture
    /// Another client of the pool.
    let other: HostedFixture
    let provider: PlayedProvider
    let measure: CounterMeasure
    private(set) var authenticator = TestAuthenticator()
    /// The key of the authenticator app.
    private(set) var appKey = ""
    private(set) var passkeyID = ""
    /// Whether sign-ins ask for the authenticator app.
    private var asksForApp = false

    init(for measure: CounterMeasure) async throws {
        self.measure = measure
        provider = try PlayedProvider()
        let gatehouse = try await TestGatehouse(fetch: provider)
        hosted = try await HostedFixture.make(
            on: gatehouse,
            pool: PoolFixture.request {
                $0.policies = UserPoolPolicyType(
                    signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .webAuthn]))
                $0.deviceConfiguration = DeviceConfigurationType(
                    challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: false)
            }, changing: Self.allowEverything)
        let (fixture, poolID) = (hosted.fixture, hosted.fixture.poolID)
        var request = CreateUserPoolClientRequest(userPoolId: poolID, clientName: "other")
        Self.allowEverything(&request)
        let client = try await fixture.administrator.createUserPoolClient(request).userPoolClient
        other = HostedFixture(
            fixture: PoolFixture(gatehouse: gatehouse, poolID: poolID, client: (client?.clientId ?? "", nil)))
        try await prepare()
    }

    private static func allowEverything(_ client: inout CreateUserPoolClientRequest) {
        client.explicitAuthFlows = [.allowUserPasswordAuth, .allowUserAuth, .allowRefreshTokenAuth]
        client.callbackURLs = ["https://app.example/cb"]
        client.logoutURLs = ["https://app.example/bye"]
        client.allowedOAuthFlows = [.code]
        client.allowedOAuthFlowsUserPoolClient = true
        client.allowedOAuthScopes = ["openid", "aws.cognito.signin.user.admin"]
        client.supportedIdentityProviders = ["COGNITO"]
    }

    private func prepare() async throws {
        let (fixture, admin) = (hosted.fixture, hosted.fixture.administrator)
        try await fixture.makeUser()
        _ = try await admin.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: fixture.poolID,
                softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true), mfaConfiguration: .optional))
        _ = try await admin.setUserPoolSessionConfiguration(
            SetUserPoolSessionConfigurationRequest(
                userPoolId: fixture.poolID, userSessionTracking: .enabled,
                tokenSession: UserPoolTokenSessionConfigType(maxPerUser: 20)))
        try await addProvider()
        try await linkProvider()
        let token = try await fixture.accessToken()
        appKey =
            try await fixture.anyone.associateSoftwareToken(AssociateSoftwareTokenRequest(accessToken: token))
            .secretCode ?? ""
        _ = try await fixture.anyone.verifySoftwareToken(
            VerifySoftwareTokenRequest(accessToken: token, userCode: freshAppCode()))
        let options = try await fixture.anyone.startWebAuthnRegistration(
            StartWebAuthnRegistrationRequest(accessToken: token)
        ).credentialCreationOptions
        _ = try await fixture.anyone.completeWebAuthnRegistration(
            CompleteWebAuthnRegistrationRequest(
                accessToken: token, credential: try authenticator.register(options: options)))
        passkeyID = Base64URL.encode(authenticator.passkeys[0].id)
        // What follows is later than the factors.
        fixture.gatehouse.clock.advance(by: 1)
    }

    /// Creates the provider, which the clients offer.
    func addProvider() async throws {
        let (admin, poolID) = (hosted.fixture.administrator, hosted.fixture.poolID)
        _ = try await admin.createIdentityProvider(
            CreateIdentityProviderRequest(
                userPoolId: poolID, providerName: "corp", providerType: .oidc,
                providerDetails: [
                    "client_id": "app", "client_secret": "s", "authorize_scopes": "openid",
                    "oidc_issuer": PlayedProvider.url, "attributes_request_method": "GET",
                    "authorize_url": PlayedProvider.url + "/authorize", "token_url": PlayedProvider.url + "/token",
                    "jwks_uri": PlayedProvider.url + "/keys",
                ], attributeMapping: ["email": "email"]))
        try await admin.pools.records.write { [ids = [hosted.fixture.client.id, other.fixture.client.id]] store in
            for id in ids {
                var (client, _) = try store.existingClient(id)
                client.description.supportedIdentityProviders = ["COGNITO", "corp"]
                try store.update(client)
            }
        }
    }

    /// Links Alice to the person at the provider.
    func linkProvider() async throws {
        _ = try await hosted.fixture.administrator.adminLinkProviderForUser(
            AdminLinkProviderForUserRequest(
                userPoolId: hosted.fixture.poolID,
                destinationUser: ProviderUserIdentifierType(
                    providerName: "Cognito", providerAttributeValue: "alice"), sourceUser: Self.person))
    }

    /// A code of the authenticator app that was not used before.
    func freshAppCode() -> String {
        hosted.fixture.gatehouse.clock.advance(by: 30)
        return TOTP(secret: Secret(Base32.decode(appKey) ?? [])).code(at: hosted.fixture.gatehouse.clock.now)
    }

    /// Lets sign-ins ask for the authenticator app, if that is what will be removed or switched off.
    func askForApp() async throws {
        guard measure.isAgainstApp, !asksForApp else { return }
        asksForApp = true
        _ = try await hosted.fixture.administrator.adminSetUserMFAPreference(
            AdminSetUserMFAPreferenceRequest(
                softwareTokenMfaSettings: SoftwareTokenMfaSettingsType(enabled: true, preferredMfa: true),
                username: "alice", userPoolId: hosted.fixture.poolID))
    }

    /// Proves the passkey.
    func prove(_ options: WireValue) throws -> WireValue { try authenticator.authenticate(options: options) }
}

/// The sign-ins of the stage.
extension GrantStage {
    /// The tokens of a sign-in through the API, at the client of the stage or at another one, and the key of its device.
    func signInByAPI(
        at fixture: PoolFixture? = nil, confirmingDevice: Bool = false
    ) async throws -> (accessToken: String, refreshToken: String, deviceKey: String?) {
        let fixture = fixture ?? hosted.fixture
        var result: AuthenticationResultType?
        if measure == .passkeyRemoved {
            var parameters = ["USERNAME": "alice", "PREFERRED_CHALLENGE": "WEB_AUTHN"]
            parameters["SECRET_HASH"] = fixture.hash("alice")
            let asked = try await fixture.anyone.initiateAuth(
                InitiateAuthRequest(authFlow: .userAuth, authParameters: parameters, clientId: fixture.client.id))
            let options = asked.challengeParameters?["CREDENTIAL_REQUEST_OPTIONS"] ?? ""
            let proof = try prove(try WireValue(foreignJSON: options.utf8))
            result = try await respond(
                .webAuthn, asked.session, ["CREDENTIAL": String(decoding: proof.json(), as: UTF8.self)], at: fixture
            ).authenticationResult
        } else {
            let begun = try await fixture.signInWithPassword()
            result =
                begun.challengeName == .softwareTokenMfa
                ? try await respond(
                    .softwareTokenMfa, begun.session, ["SOFTWARE_TOKEN_MFA_CODE": freshAppCode()], at: fixture
                ).authenticationResult : begun.authenticationResult
        }
        let tokens = try #require(result)
        let key = tokens.newDeviceMetadata?.deviceKey
        if confirmingDevice {
            let group = tokens.newDeviceMetadata?.deviceGroupKey ?? ""
            let verifier = SRPVerifier.make(
                identity: .device(groupKey: group, deviceKey: key ?? ""), password: Secret(utf8: "device"),
                salt: [UInt8](repeating: 7, count: 16), arithmetic: MontgomeryArithmetic.shared)
            _ = try await fixture.anyone.confirmDevice(
                ConfirmDeviceRequest(
                    accessToken: tokens.accessToken ?? "", deviceKey: key ?? "",
                    deviceSecretVerifierConfig: DeviceSecretVerifierConfigType(
                        passwordVerifier: verifier.verifierBase64, salt: verifier.saltBase64)))
        }
        return (tokens.accessToken ?? "", tokens.refreshToken ?? "", key)
    }

    /// Answers a challenge of the API.
    func respond(
        _ name: ChallengeNameType, _ session: String?, _ responses: [String: String], at fixture: PoolFixture? = nil
    ) async throws -> RespondToAuthChallengeResponse {
        let fixture = fixture ?? hosted.fixture
        var responses = responses
        responses["USERNAME"] = "alice"
        responses["SECRET_HASH"] = fixture.hash("alice")
        return try await fixture.anyone.respondToAuthChallenge(
            RespondToAuthChallengeRequest(
                clientId: fixture.client.id, challengeName: name, session: session, challengeResponses: responses))
    }

    /// The cookie of a browser in which Alice has signed in on the pages.
    func signInByPages() async throws -> String {
        let (service, id) = (hosted.fixture.anyone, hosted.fixture.client.id)
        let begun = try await service.beginHostedSignIn(
            measure == .passkeyRemoved ? .user : .userPassword, clientID: id,
            parameters: measure == .passkeyRemoved
                ? ["USERNAME": "alice", "PREFERRED_CHALLENGE": "WEB_AUTHN"]
                : ["USERNAME": "alice", "PASSWORD": PoolFixture.password], target: nil)
        var ended = begun
        if case .challenge(let name, let session, let parameters, _) = begun {
            var responses = ["USERNAME": "alice"]
            if name == .webAuthn {
                let options = parameters["CREDENTIAL_REQUEST_OPTIONS"] ?? ""
                let proof = try prove(try WireValue(foreignJSON: options.utf8))
                responses["CREDENTIAL"] = String(decoding: proof.json(), as: UTF8.self)
            } else {
                responses["SOFTWARE_TOKEN_MFA_CODE"] = freshAppCode()
            }
            ended = try await service.answerHostedChallenge(
                RespondToAuthChallengeRequest(
                    clientId: id, challengeName: name, session: session, challengeResponses: responses))
        }
        guard case .signedIn(let authentication, _) = ended else {
            throw GrantError.refused("The sign-in did not end.")
        }
        return "cognito-shop="
            + (try await service.beginBrowserSession(authentication, inPool: hosted.fixture.poolID).cookie)
    }

    /// The cookies of a browser that has begun a sign-in at the provider, and the way back.
    func beginAtProvider() async throws -> (cookie: String, path: String) {
        let response = await hosted.get("/oauth2/authorize", hosted.query("&identity_provider=corp"))
        let location = URLComponents(string: response.header("Location") ?? "")
        let fields = Dictionary((location?.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
        let now = hosted.fixture.gatehouse.clock.now
        try provider.signIn("c1", nonce: fields["nonce"] ?? "", at: now, claims: ["email": "alice@example.com"])
        return (
            String((response.header("Set-Cookie") ?? "").prefix { $0 != ";" }),
            "code=c1&state=\(fields["state"] ?? "")"
        )
    }

    /// The cookie with which a browser returns from the provider as Alice; `nil` if the sign-in was refused, or is that
    /// of another user.
    func finishAtProvider(_ begun: (cookie: String, path: String)) async throws -> String? {
        let response = await hosted.get("/oauth2/idpresponse", begun.path, headers: [("Cookie", begun.cookie)])
        let cookie = String((response.header("Set-Cookie") ?? "").prefix { $0 != ";" })
        guard response.status == 303, cookie.hasPrefix("cognito-shop=") else { return nil }
        return try await isSignedIn(cookie) ? cookie : nil
    }

    /// Whether a browser has a session of Alice, whatever it proves.
    func isSignedIn(_ cookie: String) async throws -> Bool {
        try await hosted.fixture.anyone.browserSession(
            String(cookie.dropFirst("cognito-shop=".count)), inPool: hosted.fixture.poolID)?.user.username == "alice"
    }
}
