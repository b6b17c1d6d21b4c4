// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseTesting
import Testing

/// Each call sends one event with a result of its own type, whether it succeeds or fails.
@Suite struct CallEventTests {
    private struct Case: Sendable {
        let name: String
        let isResult: @Sendable (Any?) -> Bool
        let call: @Sendable (AWSCognitoAuthPlugin) async throws -> Void
    }

    private static let name = AuthUserAttribute(.name, value: "Ada")

    private static let cases: [Case] = [
        Case(name: "signUpAPI", isResult: { $0 is Result<AuthSignUpResult, AuthError> }) {
            _ = try await $0.signUp(username: "ada", password: World.password)
        },
        Case(name: "confirmSignUpAPI", isResult: { $0 is Result<AuthSignUpResult, AuthError> }) {
            _ = try await $0.confirmSignUp(for: "ada", confirmationCode: "1")
        },
        Case(name: "resendSignUpCodeAPI", isResult: { $0 is Result<AuthCodeDeliveryDetails, AuthError> }) {
            _ = try await $0.resendSignUpCode(for: "ada")
        },
        Case(name: "signInAPI", isResult: { $0 is Result<AuthSignInResult, AuthError> }) {
            _ = try await $0.signIn(username: "ada", password: "wrong")
        },
        Case(name: "confirmSignInAPI", isResult: { $0 is Result<AuthSignInResult, AuthError> }) {
            _ = try await $0.confirmSignIn(challengeResponse: "1")
        },
        Case(name: "autoSignInAPI", isResult: { $0 is Result<AuthSignInResult, AuthError> }) {
            _ = try await $0.autoSignIn()
        },
        Case(name: "webUISignInAPI", isResult: { $0 is Result<AuthSignInResult, AuthError> }) {
            _ = try await $0.signInWithWebUI()
        },
        Case(name: "socialWebUISignInAPI", isResult: { $0 is Result<AuthSignInResult, AuthError> }) {
            _ = try await $0.signInWithWebUI(for: .google)
        },
        Case(name: "federatedToIdentityPool", isResult: { $0 is Result<FederateToIdentityPoolResult, AuthError> }) {
            _ = try await $0.federateToIdentityPool(withProviderToken: "token", for: .facebook)
        },
        Case(name: "federationToIdentityPoolCleared", isResult: { $0 is Result<Void, AuthError> }) {
            try await $0.clearFederationToIdentityPool()
        },
        Case(name: "fetchSessionAPI", isResult: { $0 is Result<any AuthSession, AuthError> }) {
            _ = try await $0.fetchAuthSession()
        },
        Case(name: "resetPasswordAPI", isResult: { $0 is Result<AuthResetPasswordResult, AuthError> }) {
            _ = try await $0.resetPassword(for: "ada")
        },
        Case(name: "confirmResetPasswordAPI", isResult: { $0 is Result<Void, AuthError> }) {
            try await $0.confirmResetPassword(for: "ada", with: World.password, confirmationCode: "1")
        },
        Case(name: "changePasswordAPI", isResult: { $0 is Result<Void, AuthError> }) {
            try await $0.update(oldPassword: "a", to: "b")
        },
        Case(name: "fetchUserAttributesAPI", isResult: { $0 is Result<[AuthUserAttribute], AuthError> }) {
            _ = try await $0.fetchUserAttributes()
        },
        Case(name: "updateUserAttributeAPI", isResult: { $0 is Result<AuthUpdateAttributeResult, AuthError> }) {
            _ = try await $0.update(userAttribute: name)
        },
        Case(
            name: "updateUserAttributesAPI",
            isResult: { $0 is Result<[AuthUserAttributeKey: AuthUpdateAttributeResult], AuthError> }
        ) {
            _ = try await $0.update(userAttributes: [name])
        },
        Case(
            name: "sendUserAttributeVerificationCodeAPI",
            isResult: { $0 is Result<AuthCodeDeliveryDetails, AuthError> }
        ) {
            _ = try await $0.sendVerificationCode(forUserAttributeKey: .email)
        },
        Case(
            name: "attributeResendConfirmationCodeAPI",
            isResult: { $0 is Result<AuthCodeDeliveryDetails, AuthError> }
        ) {
            _ = try await $0.resendConfirmationCode(forUserAttributeKey: .email)
        },
        Case(name: "confirmUserAttributesAPI", isResult: { $0 is Result<Void, AuthError> }) {
            try await $0.confirm(userAttribute: .email, confirmationCode: "1")
        },
        Case(name: "setUpTOTPAPI", isResult: { $0 is Result<TOTPSetupDetails, AuthError> }) {
            _ = try await $0.setUpTOTP()
        },
        Case(name: "verifyTOTPSetupAPI", isResult: { $0 is Result<Void, AuthError> }) {
            try await $0.verifyTOTPSetup(code: "123456")
        },
        Case(name: "fetchMFAPreferenceAPI", isResult: { $0 is Result<UserMFAPreference, AuthError> }) {
            _ = try await $0.fetchMFAPreference()
        },
        Case(name: "updateMFAPreferenceAPI", isResult: { $0 is Result<Void, AuthError> }) {
            try await $0.updateMFAPreference(totp: .preferred)
        },
        Case(name: "fetchDevicesAPI", isResult: { $0 is Result<[any AuthDevice], AuthError> }) {
            _ = try await $0.fetchDevices()
        },
        Case(name: "forgetDeviceAPI", isResult: { $0 is Result<Void, AuthError> }) {
            try await $0.forgetDevice()
        },
        Case(name: "rememberDeviceAPI", isResult: { $0 is Result<Void, AuthError> }) {
            try await $0.rememberDevice()
        },
        Case(name: "associateWebAuthnCredentialAPI", isResult: { $0 is Result<Void, AuthError> }) {
            try await $0.associateWebAuthnCredential()
        },
        Case(
            name: "listWebAuthnCredentialsAPI",
            isResult: { $0 is Result<AuthListWebAuthnCredentialsResult, AuthError> }
        ) {
            _ = try await $0.listWebAuthnCredentials()
        },
        Case(name: "deleteWebAuthnCredentialAPI", isResult: { $0 is Result<Void, AuthError> }) {
            try await $0.deleteWebAuthnCredential(credentialId: "1")
        },
        Case(name: "deleteUserAPI", isResult: { $0 is Result<Void, AuthError> }) { try await $0.deleteUser() },
    ]

    @Test(arguments: cases.indices)
    func `a call that fails or succeeds is announced once`(index: Int) async throws {
        let each = Self.cases[index]
        let app = try await World().app()
        _ = await failure { try await each.call(app.plugin) }
        #expect(app.events.names == ["Auth.\(each.name)"])
        #expect(each.isResult(app.events.data(of: "Auth.\(each.name)")), "\(each.name)")
    }

    @Test(arguments: cases.indices)
    func `a call before configuration is announced once`(index: Int) async throws {
        let each = Self.cases[index]
        let app = TestApp(network: TestNetwork(nil))
        _ = await failure { try await each.call(app.plugin) }
        #expect(app.events.names == ["Auth.\(each.name)"])
        #expect(each.isResult(app.events.data(of: "Auth.\(each.name)")), "\(each.name)")
    }
}
