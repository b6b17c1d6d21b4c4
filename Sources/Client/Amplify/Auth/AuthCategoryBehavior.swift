// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Signing up, signing in, and the session.
public protocol AuthCategoryBehavior:
    AuthCategoryUserBehavior, AuthCategoryDeviceBehavior, AuthCategoryWebAuthnBehaviour
{
    /// Creates a user.
    ///
    /// - Throws: `AuthError`.
    func signUp(
        username: String,
        password: String?,
        options: AuthSignUpRequest.Options?
    ) async throws -> AuthSignUpResult

    /// Confirms a new user with the code that was delivered.
    ///
    /// - Throws: `AuthError`.
    func confirmSignUp(
        for username: String,
        confirmationCode: String,
        options: AuthConfirmSignUpRequest.Options?
    ) async throws -> AuthSignUpResult

    /// Sends the sign-up code again, and says where to.
    ///
    /// - Throws: `AuthError`.
    func resendSignUpCode(
        for username: String,
        options: AuthResendSignUpCodeRequest.Options?
    ) async throws -> AuthCodeDeliveryDetails

    /// Begins a sign-in. The result has the next step.
    ///
    /// - Throws: `AuthError`.
    func signIn(
        username: String?,
        password: String?,
        options: AuthSignInRequest.Options?
    ) async throws -> AuthSignInResult

    /// Signs in on the hosted pages.
    ///
    /// - Throws: `AuthError`.
    func signInWithWebUI(
        presentationAnchor: AuthUIPresentationAnchor?,
        options: AuthWebUISignInRequest.Options?
    ) async throws -> AuthSignInResult

    /// Signs in with an external provider, by way of the hosted pages.
    ///
    /// - Throws: `AuthError`.
    func signInWithWebUI(
        for authProvider: AuthProvider,
        presentationAnchor: AuthUIPresentationAnchor?,
        options: AuthWebUISignInRequest.Options?
    ) async throws -> AuthSignInResult

    /// Answers the present step of the sign-in. The result has the next step.
    ///
    /// - Throws: `AuthError`.
    func confirmSignIn(
        challengeResponse: String,
        options: AuthConfirmSignInRequest.Options?
    ) async throws -> AuthSignInResult

    /// Signs out. Never throws: the result, cast to the plugin's type, says what went wrong.
    func signOut(options: AuthSignOutRequest.Options?) async -> any AuthSignOutResult

    /// Signs in the user who has just signed up, after the step `.completeAutoSignIn` and without another proof.
    ///
    /// - Throws: `AuthError`; `.invalidState` if no sign-up in this process has just ended with that step, or if a user
    ///   is signed in.
    func autoSignIn() async throws -> AuthSignInResult

    /// Deletes the signed-in user.
    ///
    /// - Throws: `AuthError`.
    func deleteUser() async throws

    /// The present session, refreshed if need be. Also returns for guests and for signed-out or expired users.
    ///
    /// - Throws: `AuthError`.
    func fetchAuthSession(options: AuthFetchSessionRequest.Options?) async throws -> any AuthSession

    /// Starts a password reset.
    ///
    /// - Throws: `AuthError`.
    func resetPassword(
        for username: String,
        options: AuthResetPasswordRequest.Options?
    ) async throws -> AuthResetPasswordResult

    /// Completes a password reset with the code that was delivered.
    ///
    /// - Throws: `AuthError`.
    func confirmResetPassword(
        for username: String,
        with newPassword: String,
        confirmationCode: String,
        options: AuthConfirmResetPasswordRequest.Options?
    ) async throws

    /// Starts the set-up of a TOTP app.
    ///
    /// - Throws: `AuthError`.
    func setUpTOTP() async throws -> TOTPSetupDetails

    /// Completes the set-up of a TOTP app with a code from it.
    ///
    /// - Throws: `AuthError`.
    func verifyTOTPSetup(code: String, options: VerifyTOTPSetupRequest.Options?) async throws
}

/// The devices that a user signs in from.
public protocol AuthCategoryDeviceBehavior: AnyObject {
    /// The user's remembered devices.
    ///
    /// - Throws: `AuthError`.
    func fetchDevices(options: AuthFetchDevicesRequest.Options?) async throws -> [any AuthDevice]

    /// Forgets a device; without one, this device.
    ///
    /// - Throws: `AuthError`.
    func forgetDevice(_ device: (any AuthDevice)?, options: AuthForgetDeviceRequest.Options?) async throws

    /// Remembers this device.
    ///
    /// - Throws: `AuthError`.
    func rememberDevice(options: AuthRememberDeviceRequest.Options?) async throws
}

/// A plugin that implements the calls of `Amplify.Auth`.
public protocol AuthCategoryPlugin: Plugin, AuthCategoryBehavior {}

extension AuthCategoryPlugin {
    /// Auth.
    public var categoryType: CategoryType { .auth }
}

/// A way to authorize calls; a plugin says which there are.
public protocol AuthorizationMode {}

#if !(os(iOS) || os(macOS) || os(visionOS))
// The original library declares these calls on Apple's systems only. A plugin or mock that is written for it therefore
// has none of them elsewhere, and conforms through these.
extension AuthCategoryBehavior {
    /// Fails: the plugin does not sign in on the hosted pages.
    ///
    /// - Throws: `AuthError.service`.
    public func signInWithWebUI(
        presentationAnchor: AuthUIPresentationAnchor?,
        options: AuthWebUISignInRequest.Options?
    ) async throws -> AuthSignInResult {
        throw AuthError.missing("signInWithWebUI")
    }

    /// Fails: the plugin does not sign in on the hosted pages.
    ///
    /// - Throws: `AuthError.service`.
    public func signInWithWebUI(
        for authProvider: AuthProvider,
        presentationAnchor: AuthUIPresentationAnchor?,
        options: AuthWebUISignInRequest.Options?
    ) async throws -> AuthSignInResult {
        throw AuthError.missing("signInWithWebUI")
    }
}

extension AuthCategoryWebAuthnBehaviour {
    /// Fails: the plugin does not register passkeys.
    ///
    /// - Throws: `AuthError.service`.
    public func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor?,
        options: AuthAssociateWebAuthnCredentialRequest.Options?
    ) async throws {
        throw AuthError.missing("associateWebAuthnCredential")
    }
}

extension AuthError {
    /// The error of a call that the Auth plugin does not implement.
    fileprivate static func missing(_ call: String) -> AuthError {
        .service("The Auth plugin does not implement \(call)", "Implement \(call), or use another plugin")
    }
}
#endif

/// The signed-in user.
public protocol AuthCategoryUserBehavior: AnyObject {
    /// The signed-in user.
    ///
    /// - Throws: `AuthError`.
    func getCurrentUser() async throws -> any AuthUser

    /// The user's attributes.
    ///
    /// - Throws: `AuthError`.
    func fetchUserAttributes(options: AuthFetchUserAttributesRequest.Options?) async throws -> [AuthUserAttribute]

    /// Changes an attribute.
    ///
    /// - Throws: `AuthError`.
    func update(
        userAttribute: AuthUserAttribute,
        options: AuthUpdateUserAttributeRequest.Options?
    ) async throws -> AuthUpdateAttributeResult

    /// Changes attributes.
    ///
    /// - Throws: `AuthError`.
    func update(
        userAttributes: [AuthUserAttribute],
        options: AuthUpdateUserAttributesRequest.Options?
    ) async throws -> [AuthUserAttributeKey: AuthUpdateAttributeResult]

    /// Sends an attribute's code again, and says where to.
    ///
    /// - Throws: `AuthError`.
    func resendConfirmationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthAttributeResendConfirmationCodeRequest.Options?
    ) async throws -> AuthCodeDeliveryDetails

    /// Sends a code that verifies an attribute, and says where to.
    ///
    /// - Throws: `AuthError`.
    func sendVerificationCode(
        forUserAttributeKey userAttributeKey: AuthUserAttributeKey,
        options: AuthSendUserAttributeVerificationCodeRequest.Options?
    ) async throws -> AuthCodeDeliveryDetails

    /// Verifies an attribute with the code that was delivered.
    ///
    /// - Throws: `AuthError`.
    func confirm(
        userAttribute: AuthUserAttributeKey,
        confirmationCode: String,
        options: AuthConfirmUserAttributeRequest.Options?
    ) async throws

    /// Changes the password.
    ///
    /// - Throws: `AuthError`.
    func update(
        oldPassword: String,
        to newPassword: String,
        options: AuthChangePasswordRequest.Options?
    ) async throws
}

/// The user's passkeys.
public protocol AuthCategoryWebAuthnBehaviour: AnyObject {
    #if os(visionOS)
    /// Registers a passkey for the signed-in user.
    ///
    /// - Throws: `AuthError`.
    func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor,
        options: AuthAssociateWebAuthnCredentialRequest.Options?
    ) async throws
    #else
    /// Registers a passkey for the signed-in user.
    ///
    /// - Throws: `AuthError`.
    func associateWebAuthnCredential(
        presentationAnchor: AuthUIPresentationAnchor?,
        options: AuthAssociateWebAuthnCredentialRequest.Options?
    ) async throws
    #endif

    /// The user's passkeys, a page at a time.
    ///
    /// - Throws: `AuthError`.
    func listWebAuthnCredentials(
        options: AuthListWebAuthnCredentialsRequest.Options?
    ) async throws -> AuthListWebAuthnCredentialsResult

    /// Deletes a passkey.
    ///
    /// - Throws: `AuthError`.
    func deleteWebAuthnCredential(
        credentialId: String,
        options: AuthDeleteWebAuthnCredentialRequest.Options?
    ) async throws
}
