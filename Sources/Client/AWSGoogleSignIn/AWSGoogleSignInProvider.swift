// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AWSMobileClient
public import Foundation

// Unchecked, because it derives from NSObject: its state is behind a lock.
/// Offers Google in the drop-in UI.
///
/// Google's own SDK is not part of this package. The drop-in UI leads to Google through the hosted pages of the user pool; an
/// app with Google's SDK obtains a token with it and hands it over with `signIn(token:)`.
public final class AWSGoogleSignInProvider: NSObject, @unchecked Sendable {
    private static let present = AWSGoogleSignInProvider()
    private let handed = HandedToken()

    /// The provider of the process.
    public class func sharedInstance() -> AWSGoogleSignInProvider { present }

    /// Has no effect: the user pool's settings for Google say which scopes the provider asks the user for.
    public func setScopes(_ scopes: [String]) {}

    /// Hands a token of Google over, with which the next `showSignIn` without `hostedUIOptions` signs the user in.
    ///
    /// - Parameter token: the token that Google's SDK returned.
    public func signIn(token: String) {
        handed.hand(token)
    }
}

extension AWSGoogleSignInProvider: LinkedSignInProvider {
    package var identityProvider: IdentityProvider? { .google }
    package func takeToken() -> String? { handed.take() }
    package var hasToken: Bool { handed.isThere }
    package static var linked: any LinkedSignInProvider { present }
}
