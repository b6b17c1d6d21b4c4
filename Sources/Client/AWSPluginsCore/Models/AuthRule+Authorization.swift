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

extension AuthRule {
    /// The source of the caller's identity, by default the one of the rule's strategy.
    var providerOrDefault: AuthRuleProvider {
        if let provider { return provider }
        return switch allow {
        case .owner, .groups, .private: .userPools
        case .public: .apiKey
        case .custom: .function
        }
    }

    /// Whether the rule counts for requests in a mode; one without a provider counts in every mode.
    func counts(in mode: AWSAuthorizationType?) -> Bool {
        guard let mode, let provider else { return true }
        return provider.toAWSAuthorizationType() == mode
    }

    /// Whether the rule allows reading.
    var allowsReading: Bool { operations.isEmpty || operations.contains(.read) }

    /// The field with the owner, by default `owner`.
    var ownerFieldOrDefault: String { ownerField ?? "owner" }

    /// The claim with the groups of the caller, by default the one of user pools.
    var groupClaimOrDefault: String { groupClaim ?? "cognito:groups" }
}
