// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AWSMobileClient
public import Foundation

// Unchecked, because it derives from NSObject: its state is behind a lock.
/// Offers Facebook in the drop-in UI.
///
/// Facebook's own SDK is not part of this package. The drop-in UI leads to Facebook through the hosted pages of the user pool; an
/// app with Facebook's SDK obtains a token with it and hands it over with `signIn(token:)`.
public final class AWSFacebookSignInProvider: NSObject, @unchecked Sendable {
    private static let present = AWSFacebookSignInProvider()
    private let handed = HandedToken()

    /// The provider of the process.
    public class func sharedInstance() -> AWSFacebookSignInProvider { present }

    /// Has no effect: the user pool's settings for Facebook say which permissions the provider asks the user for.
    public func setPermissions(_ permissions: [String]) {}

    /// Hands a token of Facebook over, with which the next `showSignIn` without `hostedUIOptions` signs the user in.
    ///
    /// - Parameter token: the token that Facebook's SDK returned.
    public func signIn(token: String) {
        handed.hand(token)
    }
}

extension AWSFacebookSignInProvider: LinkedSignInProvider {
    package var identityProvider: IdentityProvider? { .facebook }
    package func takeToken() -> String? { handed.take() }
    package var hasToken: Bool { handed.isThere }
    package static var linked: any LinkedSignInProvider { present }
}
