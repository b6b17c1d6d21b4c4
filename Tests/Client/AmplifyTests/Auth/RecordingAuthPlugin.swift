// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Synchronization

/// A plugin that writes down how it was configured and called.
final class RecordingAuthPlugin: AuthCategoryPlugin {
    struct SignedOut: AuthSignOutResult {}

    struct Guest: AuthSession {
        let isSignedIn = false
    }

    struct User: AuthUser {
        let username = "user"
        let userId = "sub"
    }

    enum Configuration: Equatable {
        case json(JSONValue?)
        case outputs(clientId: String?)
    }

    struct Log {
        var configurations: [Configuration] = []
        var calls: [String] = []
        var resets = 0
    }

    let key: PluginKey
    let log = Mutex(Log())
    private let failure: AuthError?

    init(key: PluginKey = "awsCognitoAuthPlugin", failing failure: AuthError? = nil) {
        self.key = key
        self.failure = failure
    }

    var calls: [String] { log.withLock { $0.calls } }

    var configurations: [Configuration] { log.withLock { $0.configurations } }

    func configure(using configuration: Any?) throws {
        let received: Configuration =
            switch configuration {
            case let outputs as AmplifyOutputsData: .outputs(clientId: outputs.auth?.userPoolClientId)
            default: .json(configuration as? JSONValue)
            }
        log.withLock { $0.configurations.append(received) }
        if let failure {
            throw failure
        }
    }

    func reset() async {
        log.withLock { $0.resets += 1 }
    }

    private func record(_ call: String) {
        log.withLock { $0.calls.append(call) }
    }

    func signUp(
        username: String, password: String?, options: AuthSignUpRequest.Options?
    ) async throws -> AuthSignUpResult {
        record("signUp(username:password:options:)")
        return AuthSignUpResult(.done)
    }

    func confirmSignUp(
        for username: String, confirmationCode: String, options: AuthConfirmSignUpRequest.Options?
    ) async throws -> AuthSignUpResult {
        record("confirmSignUp(for:confirmationCode:options:)")
        return AuthSignUpResult(.done)
    }

    func resendSignUpCode(
        for username: String, options: AuthResendSignUpCodeRequest.Options?
    ) async throws -> AuthCodeDeliveryDetails {
        record("resendSignUpCode(for:options:)")
        return AuthCodeDeliveryDetails(destination: .email("e***"))
    }

    func signIn(
        username: String?, password: String?, options: AuthSignInRequest.Options?
    ) async throws -> AuthSignInResult {
        record("signIn(username:password:options:)")
        return AuthSignInResult(nextStep: .done)
    }

    func signInWithWebUI(
        presentationAnchor: AuthUIPresentationAnchor?, options: AuthWebUISignInRequest.Options?
    ) async throws -> AuthSignInResult {
        record("signInWithWebUI(presentationAnchor:options:)")
        return AuthSignInResult(nextStep: .done)
    }

    func signInWithWebUI(
        for authProvider: AuthProvider, presentationAnchor: AuthUIPresentationAnchor?,
        options: AuthWebUISignInRequest.Options?
    ) async throws -> AuthSignInResult {
        record("signInWithWebUI(for:presentationAnchor:options:)")
        return AuthSignInResult(nextStep: .done)
    }

    func confirmSignIn(
        challengeResponse: String, options: AuthConfirmSignInRequest.Options?
    ) async throws -> AuthSignInResult {
        record("confirmSignIn(challengeResponse:options:)")
        return AuthSignInResult(nextStep: .done)
    }

    func signOut(options: AuthSignOutRequest.Options?) async -> any AuthSignOutResult {
        record("signOut(options:)")
        return SignedOut()
    }

    func autoSignIn() async throws -> AuthSignInResult {
        record("autoSignIn()")
        return AuthSignInResult(nextStep: .done)
    }

    func deleteUser() async throws {
        record("deleteUser()")
    }

    func fetchAuthSession(options: AuthFetchSessionRequest.Options?) async throws -> any AuthSession {
        record("fetchAuthSession(options:)")
        return Guest()
    }

    func resetPassword(
        for username: String, options: AuthResetPasswordRequest.Options?
    ) async throws -> AuthResetPasswordResult {
        record("resetPassword(for:options:)")
        return AuthResetPasswordResult(isPasswordReset: true, nextStep: .done)
    }

    func confirmResetPassword(
        for username: String, with newPassword: String, confirmationCode: String,
        options: AuthConfirmResetPasswordRequest.Options?
    ) async throws {
        record("confirmResetPassword(for:with:confirmationCode:options:)")
    }

    func setUpTOTP() async throws -> TOTPSetupDetails {
        record("setUpTOTP()")
        return TOTPSetupDetails(sharedSecret: "JBSWY3DP", username: "user")
    }

    func verifyTOTPSetup(code: String, options: VerifyTOTPSetupRequest.Options?) async throws {
        record("verifyTOTPSetup(code:options:)")
    }

    func getCurrentUser() async throws -> any AuthUser {
        record("getCurrentUser()")
        return User()
    }

    func fetchUserAttributes(options: AuthFetchUserAttributesRequest.Options?) async throws -> [AuthUserAttribute] {
        record("fetchUserAttributes(options:)")
        return []
    }

    func update(
        userAttribute: AuthUserAttribute, options: AuthUpdateUserAttributeRequest.Options?
    ) async throws -> AuthUpdateAttributeResult {
        record("update(userAttribute:options:)")
        return AuthUpdateAttributeResult(isUpdated: true, nextStep: .done)
    }

    func update(
        userAttributes: [AuthUserAttribute], options: AuthUpdateUserAttributesRequest.Options?
    ) async throws -> [AuthUserAttributeKey: AuthUpdateAttributeResult] {
        record("update(userAttributes:options:)")
        return [:]
    }

    func resendConfirmationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthAttributeResendConfirmationCodeRequest.Options?
    ) async throws -> AuthCodeDeliveryDetails {
        record("resendConfirmationCode(forUserAttributeKey:options:)")
        return AuthCodeDeliveryDetails(destination: .email("e***"))
    }

    func sendVerificationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthSendUserAttributeVerificationCodeRequest.Options?
    ) async throws -> AuthCodeDeliveryDetails {
        record("sendVerificationCode(forUserAttributeKey:options:)")
        return AuthCodeDeliveryDetails(destination: .email("e***"))
    }

    func confirm(
        userAttribute: AuthUserAttributeKey, confirmationCode: String, options: AuthConfirmUserAttributeRequest.Options?
    ) async throws {
        record("confirm(userAttribute:confirmationCode:options:)")
    }

    func update(oldPassword: String, to newPassword: String, options: AuthChangePasswordRequest.Options?) async throws {
        record("update(oldPassword:to:options:)")
    }

    func fetchDevices(options: AuthFetchDevicesRequest.Options?) async throws -> [any AuthDevice] {
        record("fetchDevices(options:)")
        return []
    }

    func forgetDevice(_ device: (any AuthDevice)?, options: AuthForgetDeviceRequest.Options?) async throws {
        record("forgetDevice(_:options:)")
    }

    func rememberDevice(options: AuthRememberDeviceRequest.Options?) async throws {
        record("rememberDevice(options:)")
    }

    func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor?, options: AuthAssociateWebAuthnCredentialRequest.Options?
    ) async throws {
        record("associateWebAuthnCredential(presentationAnchor:options:)")
    }

    func listWebAuthnCredentials(
        options: AuthListWebAuthnCredentialsRequest.Options?
    ) async throws -> AuthListWebAuthnCredentialsResult {
        record("listWebAuthnCredentials(options:)")
        return AuthListWebAuthnCredentialsResult(credentials: [], nextToken: nil)
    }

    func deleteWebAuthnCredential(
        credentialId: String, options: AuthDeleteWebAuthnCredentialRequest.Options?
    ) async throws {
        record("deleteWebAuthnCredential(credentialId:options:)")
    }
}
