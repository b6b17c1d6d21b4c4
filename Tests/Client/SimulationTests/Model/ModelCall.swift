// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify

/// Every public call of the plugin, with what makes a difference to it.
enum ModelCall: String, CaseIterable, Sendable {
    case fetchSession, fetchSessionForced, getCurrentUser
    case signIn, signInWrongPassword, signInTemporaryPassword, signInSecondFactor, signInNobody, signInNoPassword
    case confirmSignIn, confirmSignInBadPassword, confirmSignInCode, confirmSignInEmpty
    case signOut, signOutEverywhere, deleteUser
    case signUp, signUpKnownName, signUpNobody
    case confirmSignUp, confirmSignUpWrongCode, confirmSignUpNobody, confirmSignUpNoCode
    case resendSignUpCode, resendSignUpCodeNobody, autoSignIn
    case resetPassword, resetPasswordNobody
    case confirmResetPassword, confirmResetPasswordNobody
    case changePassword, changePasswordWrongly
    case fetchUserAttributes, updateUserAttribute, updateUserAttributes
    case sendVerificationCode, resendConfirmationCode, confirmUserAttribute
    case signInWithWebUI, setUpTOTP, verifyTOTPSetup, fetchMFAPreference, updateMFAPreference
    case fetchDevices, forgetDevice, rememberDevice
    case associateWebAuthnCredential, listWebAuthnCredentials, deleteWebAuthnCredential
    case federateToIdentityPool, clearFederationToIdentityPool

    /// Whether the call begins or continues a sign-in, so that it ends when its task is cancelled.
    var isSignIn: Bool {
        switch self {
        case .signIn, .signInWrongPassword, .signInTemporaryPassword, .signInSecondFactor, .confirmSignIn,
            .confirmSignInBadPassword, .confirmSignInCode, .autoSignIn:
            true
        default: false
        }
    }
}

/// The possible result of a call.
enum ModelOutcome: Hashable, Sendable {
    case step(Step)
    case session(isSignedIn: Bool, tokens: Trouble?, identity: Trouble?)
    case signOut(SignOutView)
    case returned
    case failed(Trouble)

    enum Step: Hashable, Sendable {
        case done, newPassword, code, confirmUser, completeAutoSignIn, other
    }
}

/// The names and codes that a call is made with.
struct ModelArguments: Sendable {
    /// The user whose password is known.
    static let user = "ada"
    /// The user who always signs in with a wrong password.
    static let guessed = "bob"
    /// The user with a temporary password.
    static let newcomer = "cleo"

    /// The name of the sign-up that is new, or that waits for its code.
    var newName: String
    /// The user name that waits for its code; an unknown one if none does.
    var waitingName: String
    var code: String
    /// The code for the second factor that was sent last.
    var secondFactorCode: String
}

extension ModelCall {
    /// Makes the call.
    func perform(_ plugin: AWSCognitoAuthPlugin, _ arguments: ModelArguments) async -> ModelOutcome {
        do {
            if let outcome = try await signInCalls(plugin, arguments) { return outcome }
            if let outcome = try await signUpCalls(plugin, arguments) { return outcome }
            if let outcome = try await accountCalls(plugin) { return outcome }
            if let outcome = try await factorCalls(plugin) { return outcome }
            if let outcome = try await federationCalls(plugin) { return outcome }
            return try await webCalls(plugin) ?? .failed(.foreign)
        } catch {
            return .failed(Trouble(error))
        }
    }

    private func signInCalls(
        _ plugin: AWSCognitoAuthPlugin,
        _ arguments: ModelArguments
    ) async throws -> ModelOutcome? {
        let password = Landscape.password
        switch self {
        case .fetchSession: return Self.outcome(try await plugin.fetchAuthSession())
        case .fetchSessionForced:
            return Self.outcome(try await plugin.fetchAuthSession(options: .init(forceRefresh: true)))
        case .getCurrentUser:
            _ = try await plugin.getCurrentUser()
            return .returned
        case .signIn: return Self.outcome(try await plugin.signIn(username: ModelArguments.user, password: password))
        case .signInWrongPassword:
            return Self.outcome(try await plugin.signIn(username: ModelArguments.guessed, password: "Wrong-Horse-2"))
        case .signInTemporaryPassword:
            return Self.outcome(try await plugin.signIn(username: ModelArguments.newcomer, password: password))
        case .signInSecondFactor:
            return Self.outcome(try await plugin.signIn(username: Landscape.userWithCodes, password: password))
        case .signInNobody: return Self.outcome(try await plugin.signIn(username: "", password: password))
        case .signInNoPassword: return Self.outcome(try await plugin.signIn(username: "ada", password: nil))
        case .confirmSignIn: return Self.outcome(try await plugin.confirmSignIn(challengeResponse: password))
        case .confirmSignInBadPassword: return Self.outcome(try await plugin.confirmSignIn(challengeResponse: "short"))
        case .confirmSignInCode:
            return Self.outcome(try await plugin.confirmSignIn(challengeResponse: arguments.secondFactorCode))
        case .confirmSignInEmpty: return Self.outcome(try await plugin.confirmSignIn(challengeResponse: ""))
        case .autoSignIn: return Self.outcome(try await plugin.autoSignIn())
        case .signOut: return .signOut(SignOutView(await plugin.signOut()))
        case .signOutEverywhere: return .signOut(SignOutView(await plugin.signOut(options: .init(globalSignOut: true))))
        default: return nil
        }
    }

    private func signUpCalls(_ plugin: AWSCognitoAuthPlugin, _ arguments: ModelArguments) async throws -> ModelOutcome?
    {
        let (name, code) = (arguments.waitingName, arguments.code)
        switch self {
        case .signUp: return Self.outcome(try await Self.signUp(plugin, arguments.newName))
        case .signUpKnownName: return Self.outcome(try await Self.signUp(plugin, ModelArguments.user))
        case .signUpNobody: return Self.outcome(try await Self.signUp(plugin, ""))
        case .confirmSignUp: return Self.outcome(try await plugin.confirmSignUp(for: name, confirmationCode: code))
        case .confirmSignUpWrongCode:
            return Self.outcome(try await plugin.confirmSignUp(for: name, confirmationCode: "x"))
        case .confirmSignUpNobody: return Self.outcome(try await plugin.confirmSignUp(for: "", confirmationCode: code))
        case .confirmSignUpNoCode: return Self.outcome(try await plugin.confirmSignUp(for: name, confirmationCode: ""))
        case .resendSignUpCode: return try await Self.returned { try await plugin.resendSignUpCode(for: name) }
        case .resendSignUpCodeNobody: return try await Self.returned { try await plugin.resendSignUpCode(for: "") }
        case .resetPassword: return try await Self.returned { try await plugin.resetPassword(for: ModelArguments.user) }
        case .resetPasswordNobody: return try await Self.returned { try await plugin.resetPassword(for: "") }
        case .confirmResetPassword: return try await Self.confirmReset(plugin, ModelArguments.guessed)
        case .confirmResetPasswordNobody: return try await Self.confirmReset(plugin, "")
        default: return nil
        }
    }

    private func accountCalls(_ plugin: AWSCognitoAuthPlugin) async throws -> ModelOutcome? {
        let password = Landscape.password
        let name = AuthUserAttribute(.name, value: "Ada")
        switch self {
        case .deleteUser: return try await Self.returned { try await plugin.deleteUser() }
        case .changePassword:
            return try await Self.returned { try await plugin.update(oldPassword: password, to: password) }
        case .changePasswordWrongly:
            return try await Self.returned { try await plugin.update(oldPassword: "Wrong-Horse-2", to: password) }
        case .fetchUserAttributes: return try await Self.returned { try await plugin.fetchUserAttributes() }
        case .updateUserAttribute:
            return .step(try await plugin.update(userAttribute: name).isUpdated ? .done : .other)
        case .updateUserAttributes: return try await Self.returned { try await plugin.update(userAttributes: [name]) }
        case .sendVerificationCode:
            return try await Self.returned { try await plugin.sendVerificationCode(forUserAttributeKey: .email) }
        case .resendConfirmationCode:
            return try await Self.returned { try await plugin.resendConfirmationCode(forUserAttributeKey: .email) }
        case .confirmUserAttribute:
            return try await Self.returned {
                try await plugin.confirm(userAttribute: .email, confirmationCode: "000000")
            }
        default: return nil
        }
    }

    private func factorCalls(_ plugin: AWSCognitoAuthPlugin) async throws -> ModelOutcome? {
        switch self {
        case .setUpTOTP: return try await Self.returned { try await plugin.setUpTOTP() }
        case .verifyTOTPSetup: return try await Self.returned { try await plugin.verifyTOTPSetup(code: "000000") }
        case .fetchMFAPreference: return try await Self.returned { try await plugin.fetchMFAPreference() }
        case .updateMFAPreference:
            return try await Self.returned { try await plugin.updateMFAPreference(sms: .enabled) }
        case .fetchDevices: return try await Self.returned { try await plugin.fetchDevices() }
        case .forgetDevice: return try await Self.returned { try await plugin.forgetDevice() }
        case .rememberDevice: return try await Self.returned { try await plugin.rememberDevice() }
        case .associateWebAuthnCredential:
            return try await Self.returned { try await plugin.associateWebAuthnCredential() }
        case .listWebAuthnCredentials: return try await Self.returned { try await plugin.listWebAuthnCredentials() }
        case .deleteWebAuthnCredential:
            return try await Self.returned { try await plugin.deleteWebAuthnCredential(credentialId: "id") }
        default: return nil
        }
    }

    private func federationCalls(_ plugin: AWSCognitoAuthPlugin) async throws -> ModelOutcome? {
        switch self {
        case .federateToIdentityPool:
            // The identity pools of the landscape do not accept this provider.
            return try await Self.returned {
                try await plugin.federateToIdentityPool(withProviderToken: "t", for: .google)
            }
        case .clearFederationToIdentityPool:
            return try await Self.returned { try await plugin.clearFederationToIdentityPool() }
        default: return nil
        }
    }

    private func webCalls(_ plugin: AWSCognitoAuthPlugin) async throws -> ModelOutcome? {
        switch self {
        case .signInWithWebUI: return Self.outcome(try await plugin.signInWithWebUI())
        default: return nil
        }
    }
}

// MARK: - Outcomes

extension ModelCall {
    private static func returned<Value>(_ call: () async throws -> Value) async throws -> ModelOutcome {
        _ = try await call()
        return .returned
    }

    private static func signUp(_ plugin: AWSCognitoAuthPlugin, _ name: String) async throws -> AuthSignUpResult {
        let email = AuthUserAttribute(.email, value: "\(name)@example.com")
        return try await plugin.signUp(
            username: name,
            password: Landscape.password,
            options: AuthSignUpRequest.Options(userAttributes: [email])
        )
    }

    private static func confirmReset(_ plugin: AWSCognitoAuthPlugin, _ name: String) async throws -> ModelOutcome {
        try await returned {
            try await plugin.confirmResetPassword(for: name, with: Landscape.password, confirmationCode: "000000")
        }
    }

    private static func outcome(_ result: AuthSignInResult) -> ModelOutcome {
        switch result.nextStep {
        case .done: .step(.done)
        case .confirmSignInWithNewPassword: .step(.newPassword)
        case .confirmSignInWithSMSMFACode: .step(.code)
        default: .step(.other)
        }
    }

    private static func outcome(_ result: AuthSignUpResult) -> ModelOutcome {
        switch result.nextStep {
        case .done: .step(.done)
        case .confirmUser: .step(.confirmUser)
        case .completeAutoSignIn: .step(.completeAutoSignIn)
        }
    }

    private static func outcome(_ session: any AuthSession) -> ModelOutcome {
        let view = SessionView(session)
        return .session(isSignedIn: view.isSignedIn, tokens: view.tokens.trouble, identity: view.identity.trouble)
    }
}

extension Result where Failure == Trouble {
    fileprivate var trouble: Trouble? {
        if case .failure(let trouble) = self { trouble } else { nil }
    }
}
