// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import Synchronization

/// Sends the Hub events of one plugin instance to the app's listeners.
package final class AuthEvents: Sendable {
    /// Events in the user's life with this app; sent without data.
    enum LifeCycle: Sendable {
        case signedIn, signedOut, userDeleted, sessionExpired

        fileprivate var name: HubPayloadEventName {
            switch self {
            case .signedIn: HubPayload.EventName.Auth.signedIn
            case .signedOut: HubPayload.EventName.Auth.signedOut
            case .userDeleted: HubPayload.EventName.Auth.userDeleted
            case .sessionExpired: HubPayload.EventName.Auth.sessionExpired
            }
        }
    }

    private let dispatch: @Sendable (HubPayload) -> Void
    private let hasReceivers: @Sendable () -> Bool
    private let latest = Mutex<LifeCycle?>(nil)

    /// Sends events by a closure; makes none while `hasReceivers` is false.
    package init(
        _ dispatch: @escaping @Sendable (HubPayload) -> Void,
        hasReceivers: @escaping @Sendable () -> Bool = { true }
    ) {
        self.dispatch = dispatch
        self.hasReceivers = hasReceivers
    }

    /// Events on the channel `.auth` of `Amplify.Hub`.
    static var hub: AuthEvents {
        AuthEvents({ Amplify.Hub.dispatch(to: .auth, payload: $0) }, hasReceivers: { Amplify.Hub.hasReceivers })
    }

    /// Says that a call ended, and how.
    func send<Outcome: Sendable>(_ name: HubPayloadEventName, _ outcome: @autoclosure () -> Outcome) {
        guard hasReceivers() else { return }
        dispatch(HubPayload(eventName: name, data: outcome()))
    }

    /// Says what became of the user, unless that was said last.
    func send(_ event: LifeCycle) {
        let isNews = latest.withLock { latest in
            defer { latest = event }
            return latest != event
        }
        if isNews { dispatch(HubPayload(eventName: event.name)) }
    }
}

extension HubPayload.EventName.Auth {
    /// `signIn` ended, with a `Result<AuthSignInResult, AuthError>`.
    public static let signInAPI = "Auth.signInAPI"

    /// `confirmSignIn` ended, with a `Result<AuthSignInResult, AuthError>`.
    public static let confirmSignInAPI = "Auth.confirmSignInAPI"

    /// `autoSignIn` ended, with a `Result<AuthSignInResult, AuthError>`.
    public static let autoSignInAPI = "Auth.autoSignInAPI"

    /// `signInWithWebUI` ended, with a `Result<AuthSignInResult, AuthError>`.
    public static let webUISignInAPI = "Auth.webUISignInAPI"

    /// `signInWithWebUI(for:)` ended, with a `Result<AuthSignInResult, AuthError>`.
    public static let socialWebUISignInAPI = "Auth.socialWebUISignInAPI"

    /// `signUp` ended, with a `Result<AuthSignUpResult, AuthError>`.
    public static let signUpAPI = "Auth.signUpAPI"

    /// `confirmSignUp` ended, with a `Result<AuthSignUpResult, AuthError>`.
    public static let confirmSignUpAPI = "Auth.confirmSignUpAPI"

    /// `resendSignUpCode` ended, with a `Result<AuthCodeDeliveryDetails, AuthError>`.
    public static let resendSignUpCodeAPI = "Auth.resendSignUpCodeAPI"

    /// `sendVerificationCode` ended, with a `Result<AuthCodeDeliveryDetails, AuthError>`.
    public static let sendUserAttributeVerificationCodeAPI = "Auth.sendUserAttributeVerificationCodeAPI"

    /// `resendConfirmationCode` ended, with a `Result<AuthCodeDeliveryDetails, AuthError>`.
    public static let attributeResendConfirmationCodeAPI = "Auth.attributeResendConfirmationCodeAPI"

    /// `fetchAuthSession` ended, with a `Result<AuthSession, AuthError>`.
    public static let fetchSessionAPI = "Auth.fetchSessionAPI"

    /// `signOut` ended, with an `AWSCognitoSignOutResult`.
    public static let signOutAPI = "Auth.signOutAPI"

    /// `resetPassword` ended, with a `Result<AuthResetPasswordResult, AuthError>`.
    public static let resetPasswordAPI = "Auth.resetPasswordAPI"

    /// `confirmResetPassword` ended, with a `Result<Void, AuthError>`.
    public static let confirmResetPasswordAPI = "Auth.confirmResetPasswordAPI"

    /// `update(oldPassword:to:)` ended, with a `Result<Void, AuthError>`.
    public static let changePasswordAPI = "Auth.changePasswordAPI"

    /// `deleteUser` ended, with a `Result<Void, AuthError>`.
    public static let deleteUserAPI = "Auth.deleteUserAPI"

    /// `setUpTOTP` ended, with a `Result<TOTPSetupDetails, AuthError>`.
    public static let setUpTOTPAPI = "Auth.setUpTOTPAPI"

    /// `verifyTOTPSetup` ended, with a `Result<Void, AuthError>`.
    public static let verifyTOTPSetupAPI = "Auth.verifyTOTPSetupAPI"

    /// `fetchUserAttributes` ended, with a `Result<[AuthUserAttribute], AuthError>`.
    public static let fetchUserAttributesAPI = "Auth.fetchUserAttributesAPI"

    /// `update(userAttribute:)` ended, with a `Result<AuthUpdateAttributeResult, AuthError>`.
    public static let updateUserAttributeAPI = "Auth.updateUserAttributeAPI"

    /// `update(userAttributes:)` ended, with a `Result<[AuthUserAttributeKey: AuthUpdateAttributeResult], AuthError>`.
    public static let updateUserAttributesAPI = "Auth.updateUserAttributesAPI"

    /// `confirm(userAttribute:confirmationCode:)` ended, with a `Result<Void, AuthError>`.
    public static let confirmUserAttributesAPI = "Auth.confirmUserAttributesAPI"

    /// `fetchDevices` ended, with a `Result<[AuthDevice], AuthError>`.
    public static let fetchDevicesAPI = "Auth.fetchDevicesAPI"

    /// `forgetDevice` ended, with a `Result<Void, AuthError>`.
    public static let forgetDeviceAPI = "Auth.forgetDeviceAPI"

    /// `rememberDevice` ended, with a `Result<Void, AuthError>`.
    public static let rememberDeviceAPI = "Auth.rememberDeviceAPI"

    /// `associateWebAuthnCredential` ended, with a `Result<Void, AuthError>`.
    public static let associateWebAuthnCredentialAPI = "Auth.associateWebAuthnCredentialAPI"

    /// `listWebAuthnCredentials` ended, with a `Result<AuthListWebAuthnCredentialsResult, AuthError>`.
    public static let listWebAuthnCredentialsAPI = "Auth.listWebAuthnCredentialsAPI"

    /// `deleteWebAuthnCredential` ended, with a `Result<Void, AuthError>`.
    public static let deleteWebAuthnCredentialAPI = "Auth.deleteWebAuthnCredentialAPI"

    /// `fetchMFAPreference` ended, with a `Result<UserMFAPreference, AuthError>`.
    public static let fetchMFAPreferenceAPI = "Auth.fetchMFAPreferenceAPI"

    /// `updateMFAPreference` ended, with a `Result<Void, AuthError>`.
    public static let updateMFAPreferenceAPI = "Auth.updateMFAPreferenceAPI"

    /// `federateToIdentityPool` ended, with a `Result<FederateToIdentityPoolResult, AuthError>`.
    public static let federateToIdentityPoolAPI = "Auth.federatedToIdentityPool"

    /// `clearFederationToIdentityPool` ended, with a `Result<Void, AuthError>`.
    public static let clearedFederationToIdentityPoolAPI = "Auth.federationToIdentityPoolCleared"

    /// The plugin was configured, with a `Result<Void, AuthError>`; the original sends it for its own logging.
    static let configureInternally = "InternalConfigureAuth"
}
