// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

// The calls about signing in that are not built yet; `UnbuiltCall` lists them all.
extension AWSCognitoAuthPlugin {
    /// Not built yet.
    public func signInWithWebUI(
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthWebUISignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        throw UnbuiltCall.signInWithWebUI.error
    }

    /// Not built yet.
    public func signInWithWebUI(
        for authProvider: AuthProvider,
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthWebUISignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        throw UnbuiltCall.signInWithWebUI.error
    }

    /// Not built yet.
    public func setUpTOTP() async throws -> TOTPSetupDetails {
        throw UnbuiltCall.setUpTOTP.error
    }

    /// Not built yet.
    public func verifyTOTPSetup(code: String, options: VerifyTOTPSetupRequest.Options? = nil) async throws {
        throw UnbuiltCall.verifyTOTPSetup.error
    }

    /// Not built yet.
    public func fetchMFAPreference() async throws -> UserMFAPreference {
        throw UnbuiltCall.fetchMFAPreference.error
    }

    /// Not built yet.
    public func updateMFAPreference(
        sms: MFAPreference? = nil,
        totp: MFAPreference? = nil,
        email: MFAPreference? = nil
    ) async throws {
        throw UnbuiltCall.updateMFAPreference.error
    }
}
