// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AmplifyOutputsData {
    /// The authorization of a call to the GraphQL API.
    public enum AWSAppSyncAuthorizationType: String, Codable, Sendable {
        /// By a user pool token.
        case amazonCognitoUserPools = "AMAZON_COGNITO_USER_POOLS"

        /// By a key.
        case apiKey = "API_KEY"

        /// By a signature with AWS credentials.
        case awsIAM = "AWS_IAM"

        /// By a token that a Lambda function checks.
        case awsLambda = "AWS_LAMBDA"

        /// By a token of an OpenID Connect provider.
        case openIDConnect = "OPENID_CONNECT"
    }

    /// The standard attributes of a user.
    public enum AmazonCognitoStandardAttributes: String, Codable, CodingKeyRepresentable, Sendable {
        case address, birthdate, email
        case familyName = "family_name"
        case gender
        case givenName = "given_name"
        case locale
        case middleName = "middle_name"
        case name, nickname
        case phoneNumber = "phone_number"
        case picture
        case preferredUsername = "preferred_username"
        case profile, sub
        case updatedAt = "updated_at"
        case website, zoneinfo
    }
}

extension AmplifyOutputsData.Auth {
    /// An attribute that serves as a user name.
    public enum UsernameAttributes: String, Codable, Sendable {
        case email
        case phoneNumber = "phone_number"
    }

    /// An attribute that a code verifies.
    public enum UserVerificationType: String, Codable, Sendable {
        case email
        case phoneNumber = "phone_number"
    }
}
