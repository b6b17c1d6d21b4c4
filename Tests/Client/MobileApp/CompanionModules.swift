// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAuthUI
import AWSFacebookSignIn
import AWSGoogleSignIn
import AWSMobileClient
import AWSUserPoolsSignIn

/// The drop-in UI with the tokens of social providers' own SDKs.
final class SocialSignIn {
    func finish(facebookToken: String, googleToken: String) {
        AWSFacebookSignInProvider.sharedInstance().setPermissions(["public_profile"])
        AWSFacebookSignInProvider.sharedInstance().signIn(token: facebookToken)
        AWSGoogleSignInProvider.sharedInstance().setScopes(["profile", "openid"])
        AWSGoogleSignInProvider.sharedInstance().signIn(token: googleToken)
        _ = AWSCognitoUserPoolsSignInProvider.sharedInstance()
        AWSMobileClient.default().showSignIn { _, _ in }
    }
}
