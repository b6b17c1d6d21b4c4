// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AuthCategory: AuthCategoryBehavior {
    /// Creates a user.
    ///
    /// - Throws: `AuthError`.
    public func signUp(
        username: String,
        password: String? = nil,
        options: AuthSignUpRequest.Options? = nil
    ) async throws -> AuthSignUpResult {
        try await plugin.signUp(username: username, password: password, options: options)
    }

    /// Confirms a new user with the code that was delivered.
    ///
    /// - Throws: `AuthError`.
    public func confirmSignUp(
        for username: String,
        confirmationCode: String,
        options: AuthConfirmSignUpRequest.Options? = nil
    ) async throws -> AuthSignUpResult {
        try await plugin.confirmSignUp(for: username, confirmationCode: confirmationCode, options: options)
    }

    /// Sends the sign-up code again, and says where to.
    ///
    /// - Throws: `AuthError`.
    public func resendSignUpCode(
        for username: String,
        options: AuthResendSignUpCodeRequest.Options? = nil
    ) async throws -> AuthCodeDeliveryDetails {
        try await plugin.resendSignUpCode(for: username, options: options)
    }

    /// Begins a sign-in.
    ///
    /// The result has the next step.
    ///
    /// - Throws: `AuthError`.
    public func signIn(
        username: String? = nil,
        password: String? = nil,
        options: AuthSignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        try await plugin.signIn(username: username, password: password, options: options)
    }

    /// Signs in on the hosted pages.
    ///
    /// - Throws: `AuthError`.
    public func signInWithWebUI(
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthWebUISignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        try await plugin.signInWithWebUI(presentationAnchor: presentationAnchor, options: options)
    }

    /// Signs in with an external provider, by way of the hosted pages.
    ///
    /// - Throws: `AuthError`.
    public func signInWithWebUI(
        for authProvider: AuthProvider,
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthWebUISignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        try await plugin.signInWithWebUI(for: authProvider, presentationAnchor: presentationAnchor, options: options)
    }

    /// Answers the present step of the sign-in.
    ///
    /// The result has the next step.
    ///
    /// - Throws: `AuthError`.
    public func confirmSignIn(
        challengeResponse: String,
        options: AuthConfirmSignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        try await plugin.confirmSignIn(challengeResponse: challengeResponse, options: options)
    }

    /// Signs out.
    ///
    /// Never throws: the result, cast to the plugin's type, says what went wrong. Where no plugin can do it, the result
    /// is of no plugin's type, and the log says why.
    public func signOut(options: AuthSignOutRequest.Options? = nil) async -> any AuthSignOutResult {
        do throws(AuthError) {
            let plugin = try plugin
            return await plugin.signOut(options: options)
        } catch {
            Self.log.error(error: error)
            return UnservedSignOut(error: error)
        }
    }

    /// Signs in the user who has just signed up, after the step `.completeAutoSignIn` and without another proof.
    ///
    /// - Throws: `AuthError`; `.invalidState` if no sign-up in this process has just ended with that step, or if a user
    ///   is signed in.
    public func autoSignIn() async throws -> AuthSignInResult {
        try await plugin.autoSignIn()
    }

    /// Deletes the signed-in user.
    ///
    /// - Throws: `AuthError`.
    public func deleteUser() async throws {
        try await plugin.deleteUser()
    }

    /// The present session, refreshed if need be.
    ///
    /// Also returns for guests and for signed-out or expired users.
    ///
    /// - Throws: `AuthError`.
    public func fetchAuthSession(options: AuthFetchSessionRequest.Options? = nil) async throws -> any AuthSession {
        try await plugin.fetchAuthSession(options: options)
    }

    /// Starts a password reset.
    ///
    /// - Throws: `AuthError`.
    public func resetPassword(
        for username: String,
        options: AuthResetPasswordRequest.Options? = nil
    ) async throws -> AuthResetPasswordResult {
        try await plugin.resetPassword(for: username, options: options)
    }

    /// Completes a password reset with the code that was delivered.
    ///
    /// - Throws: `AuthError`.
    public func confirmResetPassword(
        for username: String,
        with newPassword: String,
        confirmationCode: String,
        options: AuthConfirmResetPasswordRequest.Options? = nil
    ) async throws {
        try await plugin.confirmResetPassword(
            for: username,
            with: newPassword,
            confirmationCode: confirmationCode,
            options: options
        )
    }

    /// Starts the set-up of a TOTP app.
    ///
    /// - Throws: `AuthError`.
    public func setUpTOTP() async throws -> TOTPSetupDetails {
        try await plugin.setUpTOTP()
    }

    /// Completes the set-up of a TOTP app with a code from it.
    ///
    /// - Throws: `AuthError`.
    public func verifyTOTPSetup(code: String, options: VerifyTOTPSetupRequest.Options? = nil) async throws {
        try await plugin.verifyTOTPSetup(code: code, options: options)
    }
}
