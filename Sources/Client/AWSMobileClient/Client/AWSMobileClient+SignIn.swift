// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AWSMobileClient {
    /// Begins a sign-in with the user pool; one that has not ended is abandoned.
    ///
    /// - Parameters:
    ///   - username: the name or an alias.
    ///   - password: the password; a user pool that asks custom challenges only does not use it.
    ///   - validationData: data for the pool's functions; it has precedence over `clientMetaData`.
    ///   - clientMetaData: data for the pool's functions.
    ///   - completionHandler: receives the next step, or the reason for the failure. While a user is signed in, it is
    ///     called before this call returns.
    public func signIn(
        username: String,
        password: String,
        validationData: [String: String]? = nil,
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping ((SignInResult?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, signsIn: true, unless: session.beginSignIn) {
            try await $0.signIn(
                username: username, password: password, validationData: validationData, clientMetadata: clientMetaData)
        }
    }

    /// Answers the challenge of a sign-in.
    ///
    /// - Parameters:
    ///   - challengeResponse: the code, the new password or the answer to a custom challenge.
    ///   - userAttributes: attributes that are set with a new password.
    ///   - clientMetaData: data for the pool's functions.
    ///   - completionHandler: receives the next step, or the reason for the failure. Without a challenge, it is called
    ///     before this call returns.
    public func confirmSignIn(
        challengeResponse: String,
        userAttributes: [String: String] = [:],
        clientMetaData: [String: String] = [:],
        completionHandler: @escaping ((SignInResult?, (any Error)?) -> Void)
    ) {
        session.answer(completionHandler, signsIn: true, unless: session.requireOpenChallenge) {
            try await $0.confirmSignIn(
                response: challengeResponse, userAttributes: userAttributes, clientMetadata: clientMetaData)
        }
    }

    /// Ends the wait of all calls that wait for a new sign-in; they fail.
    public func releaseSignInWait() {
        session.releaseSignInWait()
    }
}

extension AWSMobileClient {
    /// Signs a user of an identity provider in with the identity pool.
    ///
    /// The token is stored, not checked: one that the identity pool refuses is found when credentials are fetched.
    ///
    /// - Parameters:
    ///   - providerName: the provider's name in the identity pool, such as a raw value of `IdentityProvider`.
    ///   - token: the token that the provider issued.
    ///   - federatedSignInOptions: an identity id, and the role of the credentials.
    ///   - completionHandler: receives the state, or the reason for the failure.
    public func federatedSignIn(
        providerName: String,
        token: String,
        federatedSignInOptions: FederatedSignInOptions = FederatedSignInOptions(),
        completionHandler: @escaping ((UserState?, (any Error)?) -> Void)
    ) {
        // Stored before the call returns, so that the next call of the app finds it.
        let adoption = Result { [session] in
            try session.adoptFederation(provider: providerName, token: token, options: federatedSignInOptions)
        }
        session.answer(completionHandler, signsIn: true, unless: {}) {
            try adoption.get()
            return try await $0.completeFederation(provider: providerName, token: token)
        }
    }
}

/// What `federatedSignIn` takes beside the token of the provider.
public struct FederatedSignInOptions: Sendable {
    /// The identity id that the app's own server obtained.
    public let cognitoIdentityId: String?
    /// The role that the credentials are for.
    public let customRoleARN: String?

    /// Creates options.
    ///
    /// - Parameters:
    ///   - cognitoIdentityId: the identity id that the app's own server obtained with the token; the first sign-in with
    ///     `IdentityProvider.developer` needs it.
    ///   - customRoleARN: the role that the credentials are for, where the provider's token allows several.
    public init(cognitoIdentityId: String? = nil, customRoleARN: String? = nil) {
        self.cognitoIdentityId = cognitoIdentityId
        self.customRoleARN = customRoleARN
    }
}

/// Identity providers that `federatedSignIn` names by their raw values.
public enum IdentityProvider: String, Sendable {
    /// Facebook.
    case facebook = "graph.facebook.com"
    /// Google.
    case google = "accounts.google.com"
    /// Twitter.
    case twitter = "api.twitter.com"
    /// Login with Amazon.
    case amazon = "www.amazon.com"
    /// The app's own server, which obtains tokens from the identity pool.
    case developer = "cognito-identity.amazonaws.com"
    /// Sign in with Apple.
    case apple = "appleid.apple.com"
}

/// The next step of a sign-in.
public struct SignInResult: Sendable {
    /// The step.
    public let signInState: SignInState
    /// The public parameters of a custom challenge; empty for every other step.
    public let parameters: [String: String]
    /// The address to which a code was sent; only `smsMFA` has it.
    public let codeDetails: UserCodeDeliveryDetails?
}

/// The step at which a sign-in is.
///
/// Apps receive `signedIn`, `smsMFA`, `newPasswordRequired` and `customChallenge`; the client answers the other challenges
/// itself. A code of an authenticator app is also asked for as `smsMFA`, with an unknown delivery medium.
public enum SignInState: String, Sendable {
    /// An unknown step.
    case unknown = "UNKNOWN"
    /// The user enters a code that was sent, or the code of an authenticator app.
    case smsMFA = "CONFIRMATION_CODE"
    /// The client proves that it knows the password.
    case passwordVerifier = "PASSWORD_VERIFIER"
    /// The app answers a challenge of the pool's own functions.
    case customChallenge = "CUSTOM_CHALLENGE"
    /// The client begins to prove that it knows the device's secret.
    case deviceSRPAuth = "DEVICE_SRP_AUTH"
    /// The client proves that it knows the device's secret.
    case devicePasswordVerifier = "DEVICE_PASSWORD_VERIFIER"
    /// The password is sent as it is.
    case adminNoSRPAuth = "ADMIN_NO_SRP_AUTH"
    /// The user chooses a new password.
    case newPasswordRequired = "NEW_PASSWORD_REQUIRED"
    /// The user is signed in.
    case signedIn = "SIGN_IN_COMPLETE"
}
