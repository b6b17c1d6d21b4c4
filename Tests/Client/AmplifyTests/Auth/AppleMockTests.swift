// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

/// A mock from an app for the original library: without the calls of Apple's systems.
private final class AppleMock: AuthCategoryPlugin {
    let key: PluginKey = "mock"
    private let failure = AuthError.signedOut("mock", "")

    func configure(using configuration: Any?) throws {}

    func signUp(
        username: String, password: String?, options: AuthSignUpRequest.Options?
    ) async throws -> AuthSignUpResult { throw failure }

    func confirmSignUp(
        for username: String, confirmationCode: String, options: AuthConfirmSignUpRequest.Options?
    ) async throws -> AuthSignUpResult { throw failure }

    func resendSignUpCode(
        for username: String, options: AuthResendSignUpCodeRequest.Options?
    ) async throws -> AuthCodeDeliveryDetails { throw failure }

    func signIn(
        username: String?, password: String?, options: AuthSignInRequest.Options?
    ) async throws -> AuthSignInResult { throw failure }

    #if os(iOS) || os(macOS) || os(visionOS)
    func signInWithWebUI(
        presentationAnchor: AuthUIPresentationAnchor?, options: AuthWebUISignInRequest.Options?
    ) async throws -> AuthSignInResult { throw failure }

    func signInWithWebUI(
        for authProvider: AuthProvider, presentationAnchor: AuthUIPresentationAnchor?,
        options: AuthWebUISignInRequest.Options?
    ) async throws -> AuthSignInResult { throw failure }
    #endif

    #if os(visionOS)
    func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor, options: AuthAssociateWebAuthnCredentialRequest.Options?
    ) async throws { throw failure }
    #elseif os(iOS) || os(macOS)
    func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor?, options: AuthAssociateWebAuthnCredentialRequest.Options?
    ) async throws { throw failure }
    #endif

    func confirmSignIn(
        challengeResponse: String, options: AuthConfirmSignInRequest.Options?
    ) async throws -> AuthSignInResult { throw failure }

    func signOut(options: AuthSignOutRequest.Options?) async -> any AuthSignOutResult {
        struct SignedOut: AuthSignOutResult {}
        return SignedOut()
    }

    func autoSignIn() async throws -> AuthSignInResult { throw failure }

    func deleteUser() async throws { throw failure }

    func fetchAuthSession(options: AuthFetchSessionRequest.Options?) async throws -> any AuthSession { throw failure }

    func resetPassword(
        for username: String, options: AuthResetPasswordRequest.Options?
    ) async throws -> AuthResetPasswordResult { throw failure }

    func confirmResetPassword(
        for username: String, with newPassword: String, confirmationCode: String,
        options: AuthConfirmResetPasswordRequest.Options?
    ) async throws { throw failure }

    func setUpTOTP() async throws -> TOTPSetupDetails { throw failure }

    func verifyTOTPSetup(code: String, options: VerifyTOTPSetupRequest.Options?) async throws { throw failure }

    func getCurrentUser() async throws -> any AuthUser { throw failure }

    func fetchUserAttributes(
        options: AuthFetchUserAttributesRequest.Options?
    ) async throws -> [AuthUserAttribute] { throw failure }

    func update(
        userAttribute: AuthUserAttribute, options: AuthUpdateUserAttributeRequest.Options?
    ) async throws -> AuthUpdateAttributeResult { throw failure }

    func update(
        userAttributes: [AuthUserAttribute], options: AuthUpdateUserAttributesRequest.Options?
    ) async throws -> [AuthUserAttributeKey: AuthUpdateAttributeResult] { throw failure }

    func resendConfirmationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthAttributeResendConfirmationCodeRequest.Options?
    ) async throws -> AuthCodeDeliveryDetails { throw failure }

    func sendVerificationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthSendUserAttributeVerificationCodeRequest.Options?
    ) async throws -> AuthCodeDeliveryDetails { throw failure }

    func confirm(
        userAttribute: AuthUserAttributeKey, confirmationCode: String,
        options: AuthConfirmUserAttributeRequest.Options?
    ) async throws { throw failure }

    func update(
        oldPassword: String, to newPassword: String, options: AuthChangePasswordRequest.Options?
    ) async throws { throw failure }

    func fetchDevices(options: AuthFetchDevicesRequest.Options?) async throws -> [any AuthDevice] { throw failure }

    func forgetDevice(_ device: (any AuthDevice)?, options: AuthForgetDeviceRequest.Options?) async throws {
        throw failure
    }

    func rememberDevice(options: AuthRememberDeviceRequest.Options?) async throws { throw failure }

    func listWebAuthnCredentials(
        options: AuthListWebAuthnCredentialsRequest.Options?
    ) async throws -> AuthListWebAuthnCredentialsResult { throw failure }

    func deleteWebAuthnCredential(
        credentialId: String, options: AuthDeleteWebAuthnCredentialRequest.Options?
    ) async throws { throw failure }
}

#if !(os(iOS) || os(macOS) || os(visionOS))
extension GlobalAmplify {
    @Suite struct AppleMockTests {
        @Test func `a call that a mock lacks fails with an error of its name`() async throws {
            try await fresh {
                try Amplify.add(plugin: AppleMock())
                try Amplify.configure(AmplifyConfiguration())
                let web = await #expect(throws: AuthError.self) { try await Amplify.Auth.signInWithWebUI() }
                let provider = await #expect(throws: AuthError.self) {
                    try await Amplify.Auth.signInWithWebUI(for: .google)
                }
                let passkey = await #expect(throws: AuthError.self) {
                    try await Amplify.Auth.associateWebAuthnCredential()
                }
                #expect([web, provider, passkey].allSatisfy { $0 == .service("", "") })
                #expect(web?.errorDescription.contains("signInWithWebUI") == true)
                #expect(passkey?.errorDescription.contains("associateWebAuthnCredential") == true)
                await #expect(throws: AuthError.signedOut("", "")) { try await Amplify.Auth.setUpTOTP() }
            }
        }
    }
}
#endif
