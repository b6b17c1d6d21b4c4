// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
