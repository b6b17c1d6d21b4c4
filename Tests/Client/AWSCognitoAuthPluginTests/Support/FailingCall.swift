// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import CognitoAdminShapes
import GatehouseTesting
import Testing

@testable import AWSCognitoAuthPlugin

/// A call of an app, and the operation that the service refuses on the way.
struct FailingCall: Sendable, CustomTestStringConvertible {
    typealias Call = @Sendable (AWSCognitoAuthPlugin) async throws -> Void
    typealias Preparation = @Sendable (TestApp, World) async throws -> Void

    let name: String
    let operation: String
    let reading: FaultReading
    var world: @Sendable () async throws -> World = { try await World.withAda() }
    var pools = World.Pools.userPoolOnly
    /// Brings the app to the state in which the call is made; the state of an earlier round may remain.
    var prepare: Preparation = { _, _ in }
    /// Exceptions with a meaning beside the refusal: the case of the error, or an empty text for none.
    var ends: [String: String] = [:]
    let make: Call

    var testDescription: String { "\(operation) in \(name)" }

    func app(_ world: World) throws -> TestApp {
        try world.app(pools, passkeys: .software)
    }

    /// The defect in the error that an exception became; `nil` if there is none.
    func flaw(of error: AuthError?, from exception: String) -> String? {
        if let end = ends[exception] { return error?.name ?? "" == end ? nil : "is not \(end)" }
        guard let error else { return "is no error" }
        return error.errorDescription == "refused" ? FaultTable.flaw(of: error, from: exception, reading) : "is silent"
    }
}

extension FailingCall {
    static let all = ofNobody + ofSignIns + ofSteps + ofSessions + ofDepartures + ofUsers + ofDevices

    private static let ofNobody: [FailingCall] = [
        FailingCall(name: "signUp", operation: "SignUp", reading: .userPool) {
            _ = try await $0.signUp(username: "grace", password: World.password)
        },
        FailingCall(name: "confirmSignUp", operation: "ConfirmSignUp", reading: .userPool) {
            _ = try await $0.confirmSignUp(for: "grace", confirmationCode: "123456")
        },
        FailingCall(name: "resendSignUpCode", operation: "ResendConfirmationCode", reading: .userPool) {
            _ = try await $0.resendSignUpCode(for: "grace")
        },
        FailingCall(name: "resetPassword", operation: "ForgotPassword", reading: .userPool) {
            _ = try await $0.resetPassword(for: "ada")
        },
        FailingCall(name: "confirmResetPassword", operation: "ConfirmForgotPassword", reading: .userPool) {
            try await $0.confirmResetPassword(for: "ada", with: World.password, confirmationCode: "123456")
        },
    ]

    /// The next steps outside the sign-in that some refusals ask for.
    private static let otherSteps = ["UserNotConfirmedException": "", "PasswordResetRequiredException": ""]

    private static let ofSignIns: [FailingCall] = [
        signIn("InitiateAuth", .userSRP, ends: otherSteps),
        signIn("RespondToAuthChallenge", .userSRP, ends: otherSteps),
        signIn("InitiateAuth", .userPassword, ends: otherSteps),
        signIn("InitiateAuth", .customWithoutSRP, ends: otherSteps),
        signIn("InitiateAuth", .userAuth(preferredFirstFactor: .password)),
        signIn("GetId", .userPassword, .both), signIn("GetCredentialsForIdentity", .userPassword, .both),
        FailingCall(
            name: "autoSignIn", operation: "InitiateAuth", reading: .signIn,
            prepare: { app, world in
                let name = "new\(world.gatehouse.messages().count)"
                let email = "\(name)@example.com"
                let options = AuthSignUpRequest.Options(userAttributes: [AuthUserAttribute(.email, value: email)])
                _ = try await app.plugin.signUp(username: name, password: World.password, options: options)
                _ = try await app.plugin.confirmSignUp(for: name, confirmationCode: world.code(to: email))
            },
            make: { _ = try await $0.autoSignIn() }),
    ]

    private static func signIn(
        _ operation: String, _ flow: AuthFlowType, _ pools: World.Pools = .userPoolOnly, ends: [String: String] = [:]
    ) -> FailingCall {
        FailingCall(name: "signIn \(flow)", operation: operation, reading: .signIn, pools: pools, ends: ends) {
            try await signIn($0, "ada", flow)
        }
    }

    private static func signIn(
        _ plugin: AWSCognitoAuthPlugin, _ name: String = "ada", _ flow: AuthFlowType = .userPassword
    ) async throws {
        let extra = AWSAuthSignInOptions(authFlowType: flow)
        let options = AuthSignInRequest.Options(pluginOptions: extra)
        _ = try await plugin.signIn(username: name, password: World.password, options: options)
    }

    private static let ofSteps: [FailingCall] = [
        FailingCall(
            name: "confirmSignIn", operation: "RespondToAuthChallenge", reading: .signIn,
            world: {
                let world = try await World()
                try await world.makeTemporaryUser("ada", password: World.password)
                return world
            },
            prepare: { app, _ in try await signIn(app.plugin) },
            ends: otherSteps,
            make: { _ = try await $0.confirmSignIn(challengeResponse: World.password + "2") }),
        FailingCall(
            name: "confirmSignIn with the choice of a TOTP app", operation: "AssociateSoftwareToken", reading: .signIn,
            world: {
                // A user without a destination for codes.
                let world = try await World.withFactors(.on, [.totp, .email])
                try await world.gatehouse.makeUser("grace", password: World.password, inPool: world.pool)
                return world
            },
            prepare: { app, _ in try await signIn(app.plugin, "grace") },
            make: { _ = try await $0.confirmSignIn(challengeResponse: MFAType.totp.challengeResponse) }),
        FailingCall(
            name: "confirmSignIn with the first code of a TOTP app", operation: "VerifySoftwareToken",
            reading: .signIn,
            world: { try await World.withFactors(.on, [.totp]) },
            prepare: { app, _ in try await signIn(app.plugin) },
            ends: otherSteps,
            make: { _ = try await $0.confirmSignIn(challengeResponse: "123456") }),
    ]
}

// MARK: - Signed in

extension FailingCall {
    /// Signs Ada in, unless she is.
    private static let signedIn: Preparation = { app, _ in
        if (try? await app.session().userPoolTokensResult.get()) != nil { return }
        _ = try await app.signOut()
        try await signIn(app.plugin)
    }

    private static let ofSessions: [FailingCall] = [
        FailingCall(
            name: "fetchAuthSession", operation: "GetTokensFromRefreshToken", reading: .session, prepare: signedIn,
            ends: [
                "NotAuthorizedException": "sessionExpired", "RefreshTokenReuseException": "sessionExpired",
                "UserNotFoundException": "sessionExpired",
            ],
            make: fetch(\.userSubResult)),
        FailingCall(
            name: "fetchAuthSession of a user", operation: "GetCredentialsForIdentity", reading: .session,
            pools: .both, prepare: signedIn,
            // An identity that is gone is made anew, and refused as well.
            make: fetch(\.identityIdResult)),
        FailingCall(
            name: "fetchAuthSession of a guest", operation: "GetCredentialsForIdentity", reading: .session,
            pools: .both, make: fetch(\.identityIdResult)),
        FailingCall(
            name: "fetchAuthSession of a guest", operation: "GetId", reading: .session, pools: .both,
            ends: ["NotAuthorizedException": "service"], make: fetch(\.identityIdResult)),
    ]

    private static func fetch(
        _ part: @escaping @Sendable (AWSAuthCognitoSession) -> Result<some Sendable, AuthError>
    ) -> Call {
        { plugin in
            let session = try await plugin.fetchAuthSession(options: .forceRefresh())
            if let session = session as? AWSAuthCognitoSession { _ = try part(session).get() }
        }
    }

    private static let ofDepartures: [FailingCall] = [
        FailingCall(
            name: "signOut", operation: "RevokeToken", reading: .leaving, prepare: signedIn,
            make: { plugin in
                if case .partial(let revoke?, _, _)? = await plugin.signOut() as? AWSCognitoSignOutResult {
                    throw revoke.error
                }
            }),
        FailingCall(
            name: "signOut everywhere", operation: "GlobalSignOut", reading: .leaving, prepare: signedIn,
            make: { plugin in
                let result = await plugin.signOut(options: AuthSignOutRequest.Options(globalSignOut: true))
                if case .partial(_, let global?, _)? = result as? AWSCognitoSignOutResult { throw global.error }
            }),
    ]
}

// MARK: - In the name of the user

extension FailingCall {
    private static let ofUsers = UserCall.allCases.flatMap { call in
        call.operations.map { operation in
            FailingCall(
                name: "\(call)", operation: operation, reading: call.reading, prepare: signedIn,
                make: { try await call.make($0) })
        }
    }

    private static let ofDevices: [FailingCall] = [
        FailingCall(
            name: "completeWebAuthnRegistration", operation: "CompleteWebAuthnRegistration", reading: .userPool,
            world: { try await World.withPasskeys() }, prepare: signedIn,
            make: { try await $0.associateWebAuthnCredential() }),
        FailingCall(
            name: "rememberDevice", operation: "UpdateDeviceStatus", reading: .userPool,
            world: { try await World.withDevices() }, prepare: signedIn,
            make: { try await $0.rememberDevice() }),
        // A device that cannot be confirmed does not prevent the sign-in.
        FailingCall(
            name: "signIn", operation: "ConfirmDevice", reading: .signIn,
            world: { try await World.withDevices() },
            prepare: { app, _ in _ = try await app.signOut() },
            ends: Dictionary(uniqueKeysWithValues: FaultTable.exceptions.map { ($0, "") }),
            make: { try await signIn($0) }),
    ]
}

extension UserCall {
    /// The operations that the call sends to the service.
    fileprivate var operations: [String] {
        switch self {
        case .fetchUserAttributes, .fetchMFAPreference: ["GetUser"]
        case .updateUserAttribute, .updateUserAttributes: ["UpdateUserAttributes"]
        case .sendVerificationCode: ["GetUserAttributeVerificationCode"]
        case .confirmUserAttribute: ["VerifyUserAttribute"]
        case .updatePassword: ["ChangePassword"]
        case .deleteUser: ["DeleteUser"]
        case .setUpTOTP: ["AssociateSoftwareToken"]
        case .verifyTOTPSetup: ["VerifySoftwareToken"]
        case .updateMFAPreference: ["GetUser", "SetUserMFAPreference"]
        case .fetchDevices: ["ListDevices"]
        case .forgetDevice: ["ForgetDevice"]
        case .associateWebAuthnCredential: ["StartWebAuthnRegistration"]
        case .listWebAuthnCredentials: ["ListWebAuthnCredentials"]
        case .deleteWebAuthnCredential: ["DeleteWebAuthnCredential"]
        }
    }

    fileprivate var reading: FaultReading {
        switch self {
        case .sendVerificationCode, .updatePassword: .accountSecret
        case .deleteUser: .leaving
        default: .userPool
        }
    }
}
