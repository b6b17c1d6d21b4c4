// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

extension AuthRuleProvider {
    /// The mode of authorization with identities of the provider.
    public func toAWSAuthorizationType() -> AWSAuthorizationType {
        switch self {
        case .apiKey: .apiKey
        case .oidc: .openIDConnect
        case .iam: .awsIAM
        case .userPools: .amazonCognitoUserPools
        case .function: .function
        }
    }
}

extension AuthRule {
    /// The claim of the access token with the identity of the owner.
    ///
    /// The default is `username`, which ID tokens call `cognito:username`.
    public func identityClaimOrDefault() -> String {
        guard let identityClaim, identityClaim != "cognito:username" else { return "username" }
        return identityClaim
    }
}
