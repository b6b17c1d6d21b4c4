// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import Amplify

extension GlobalAmplify {
    @Suite struct AuthCategoryTests {
        typealias Call = @Sendable () async throws -> Void

        private func calls(_ call: Call) async throws -> [String] {
            let plugin = RecordingAuthPlugin()
            try await fresh {
                try Amplify.add(plugin: plugin)
                try Amplify.configure(AmplifyConfiguration())
                try await call()
            }
            return plugin.calls
        }

        @Test func `sign-up calls reach the plugin`() async throws {
            let calls = try await calls {
                _ = try await Amplify.Auth.signUp(username: "user")
                _ = try await Amplify.Auth.confirmSignUp(for: "user", confirmationCode: "1")
                _ = try await Amplify.Auth.resendSignUpCode(for: "user")
            }
            #expect(
                calls == [
                    "signUp(username:password:options:)", "confirmSignUp(for:confirmationCode:options:)",
                    "resendSignUpCode(for:options:)",
                ]
            )
        }

        @Test func `sign-in calls reach the plugin`() async throws {
            let calls = try await calls {
                _ = try await Amplify.Auth.signIn()
                _ = try await Amplify.Auth.signInWithWebUI()
                _ = try await Amplify.Auth.signInWithWebUI(for: .facebook)
                _ = try await Amplify.Auth.confirmSignIn(challengeResponse: "1")
                _ = try await Amplify.Auth.autoSignIn()
                _ = await Amplify.Auth.signOut()
                _ = try await Amplify.Auth.fetchAuthSession(options: .forceRefresh())
            }
            #expect(
                calls == [
                    "signIn(username:password:options:)", "signInWithWebUI(presentationAnchor:options:)",
                    "signInWithWebUI(for:presentationAnchor:options:)", "confirmSignIn(challengeResponse:options:)",
                    "autoSignIn()", "signOut(options:)", "fetchAuthSession(options:)",
                ]
            )
        }

        @Test func `password and TOTP calls reach the plugin`() async throws {
            let calls = try await calls {
                _ = try await Amplify.Auth.resetPassword(for: "user")
                try await Amplify.Auth.confirmResetPassword(for: "user", with: "new", confirmationCode: "1")
                try await Amplify.Auth.update(oldPassword: "old", to: "new")
                _ = try await Amplify.Auth.setUpTOTP()
                try await Amplify.Auth.verifyTOTPSetup(code: "1")
            }
            #expect(
                calls == [
                    "resetPassword(for:options:)", "confirmResetPassword(for:with:confirmationCode:options:)",
                    "update(oldPassword:to:options:)", "setUpTOTP()", "verifyTOTPSetup(code:options:)",
                ]
            )
        }

        @Test func `user calls reach the plugin`() async throws {
            let calls = try await calls {
                _ = try await Amplify.Auth.getCurrentUser()
                _ = try await Amplify.Auth.fetchUserAttributes()
                _ = try await Amplify.Auth.update(userAttribute: AuthUserAttribute(.name, value: "N"))
                _ = try await Amplify.Auth.update(userAttributes: [])
                _ = try await Amplify.Auth.sendVerificationCode(forUserAttributeKey: .email)
                try await Amplify.Auth.confirm(userAttribute: .email, confirmationCode: "1")
                try await Amplify.Auth.deleteUser()
            }
            #expect(
                calls == [
                    "getCurrentUser()", "fetchUserAttributes(options:)", "update(userAttribute:options:)",
                    "update(userAttributes:options:)", "sendVerificationCode(forUserAttributeKey:options:)",
                    "confirm(userAttribute:confirmationCode:options:)", "deleteUser()",
                ]
            )
        }

        @available(*, deprecated, message: "Calls a deprecated method on purpose")
        @Test func `the deprecated call reaches the plugin`() async throws {
            let calls = try await calls {
                _ = try await Amplify.Auth.resendConfirmationCode(forUserAttributeKey: .email)
            }
            #expect(calls == ["resendConfirmationCode(forUserAttributeKey:options:)"])
        }

        @Test func `device and passkey calls reach the plugin`() async throws {
            let calls = try await calls {
                _ = try await Amplify.Auth.fetchDevices()
                try await Amplify.Auth.forgetDevice()
                try await Amplify.Auth.rememberDevice()
                try await Amplify.Auth.associateWebAuthnCredential()
                _ = try await Amplify.Auth.listWebAuthnCredentials()
                try await Amplify.Auth.deleteWebAuthnCredential(credentialId: "id")
            }
            #expect(
                calls == [
                    "fetchDevices(options:)", "forgetDevice(_:options:)", "rememberDevice(options:)",
                    "associateWebAuthnCredential(presentationAnchor:options:)", "listWebAuthnCredentials(options:)",
                    "deleteWebAuthnCredential(credentialId:options:)",
                ]
            )
        }

        @Test func `many threads may ask at the same time`() async throws {
            let plugin = RecordingAuthPlugin()
            try await fresh {
                try Amplify.add(plugin: plugin)
                try Amplify.configure(AmplifyConfiguration())
                try await withThrowingTaskGroup { group in
                    for _ in 0..<100 {
                        group.addTask { _ = try await Amplify.Auth.fetchAuthSession() }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(plugin.calls.count == 100)
        }
    }
}
