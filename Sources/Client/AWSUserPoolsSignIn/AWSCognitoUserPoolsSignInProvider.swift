// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AWSMobileClient
public import Foundation

// Unchecked, because it derives from NSObject: it has no state.
/// Offers the user pool's own form in the drop-in UI.
public final class AWSCognitoUserPoolsSignInProvider: NSObject, @unchecked Sendable {
    private static let present = AWSCognitoUserPoolsSignInProvider()

    /// The provider of the process.
    public class func sharedInstance() -> AWSCognitoUserPoolsSignInProvider { present }
}

extension AWSCognitoUserPoolsSignInProvider: LinkedSignInProvider {
    package var identityProvider: IdentityProvider? { nil }
    package func takeToken() -> String? { nil }
    package var hasToken: Bool { false }
    package static var linked: any LinkedSignInProvider { present }
}
