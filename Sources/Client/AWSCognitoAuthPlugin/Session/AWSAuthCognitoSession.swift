// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSPluginsCore
public import Amplify

/// The app's present session with Cognito: for each part, a value or the error that explains its absence.
public struct AWSAuthCognitoSession: AuthSession, AuthAWSCredentialsProvider, AuthCognitoTokensProvider,
    AuthCognitoIdentityProvider, Equatable
{
    /// Whether a user is signed in or the app is federated, also if the session has expired or the network is away.
    public var isSignedIn: Bool

    /// The user's `sub`.
    public let userSubResult: Result<String, AuthError>

    /// The identity pool's id for the user or guest.
    public let identityIdResult: Result<String, AuthError>

    /// The AWS credentials; they are `AWSTemporaryCredentials`.
    public var awsCredentialsResult: Result<any AWSCredentials, AuthError> {
        credentials.map { $0 }
    }

    /// The user pool's tokens, or the error that explains their absence, such as `.signedOut`.
    public var userPoolTokensResult: Result<any AuthCognitoTokens, AuthError> {
        tokens.map { $0 }
    }

    // Stored with their concrete types, so that a session is made without boxes.
    private let credentials: Result<AuthAWSCognitoCredentials, AuthError>
    private let tokens: Result<AWSCognitoUserPoolTokens, AuthError>

    init(
        isSignedIn: Bool,
        userSub: Result<String, AuthError>,
        identityID: Result<String, AuthError>,
        credentials: Result<AuthAWSCognitoCredentials, AuthError>,
        tokens: Result<AWSCognitoUserPoolTokens, AuthError>
    ) {
        self.isSignedIn = isSignedIn
        userSubResult = userSub
        identityIdResult = identityID
        self.credentials = credentials
        self.tokens = tokens
    }

    /// Returns the AWS credentials, or the error that explains their absence.
    public func getAWSCredentials() -> Result<any AWSCredentials, AuthError> { awsCredentialsResult }

    /// Returns the user pool's tokens, or the error that explains their absence.
    public func getCognitoTokens() -> Result<any AuthCognitoTokens, AuthError> { userPoolTokensResult }

    /// The identity pool's id for the user or guest.
    public func getIdentityId() -> Result<String, AuthError> { identityIdResult }

    /// The user's `sub`.
    public func getUserSub() -> Result<String, AuthError> { userSubResult }

    /// Whether the user has to sign in again.
    var isExpired: Bool {
        if case .failure(.sessionExpired) = tokens { true } else { false }
    }
}

extension AWSAuthCognitoSession: CustomDebugStringConvertible, CustomReflectable {
    /// Describes the signed-in user and the parts of the session, without tokens and keys.
    public var debugDescription: String {
        """
        AWSAuthCognitoSession(isSignedIn: \(isSignedIn), userSub: \(userSubResult), identityId: \(identityIdResult), \
        credentials: \(credentials), tokens: \(tokens))
        """
    }

    /// As much as the description says.
    public var customMirror: Mirror {
        Mirror(self, children: ["isSignedIn": isSignedIn, "userSub": userSubResult, "identityId": identityIdResult])
    }
}
