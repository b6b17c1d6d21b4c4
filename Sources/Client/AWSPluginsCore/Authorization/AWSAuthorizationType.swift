// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

/// The authorization of a call; raw values as in configuration files.
public enum AWSAuthorizationType: String, AuthorizationMode, CaseIterable, Codable, Sendable {
    /// Not at all.
    case none = "NONE"

    /// By a key.
    case apiKey = "API_KEY"

    /// By a signature with AWS credentials.
    case awsIAM = "AWS_IAM"

    /// By a token of an OpenID Connect provider.
    case openIDConnect = "OPENID_CONNECT"

    /// By a user pool token.
    case amazonCognitoUserPools = "AMAZON_COGNITO_USER_POOLS"

    /// By a token that a Lambda function checks.
    case function = "AWS_LAMBDA"

    /// Whether the Auth category supplies the required values.
    public var requiresAuthPlugin: Bool {
        switch self {
        case .awsIAM, .amazonCognitoUserPools: true
        case .none, .apiKey, .openIDConnect, .function: false
        }
    }
}
