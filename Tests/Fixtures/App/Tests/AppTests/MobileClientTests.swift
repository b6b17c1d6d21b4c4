// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import Testing

/// What an app sees of AWSMobileClient from outside of its package.
@Suite struct MobileClientTests {
    @Test func `an app begins without a state`() {
        #expect(AWSMobileClient.default().currentUserState == .unknown)
        #expect(!AWSMobileClient.default().isSignedIn)
        #expect(AWSMobileClient.default().username == nil)
    }

    @Test func `a call for tokens without a user is refused before it returns`() {
        var refusal: Error?
        AWSMobileClient.default().getTokens { (tokens, error) in refusal = error }
        #expect((refusal as NSError?)?.code == 26)
        #expect((refusal as NSError?)?.domain == "AWSMobileClient.AWSMobileClientError")
    }

    @Test func `an app's own presenter and provider can be set`() {
        final class Screens: DropInSignInProvider {
            func presentSignIn(
                options: SignInUIOptions, completion: @escaping (String?, String?, Error?) -> Void
            ) { completion(IdentityProvider.google.rawValue, "a token", nil) }
        }
        let screens = Screens()
        AWSMobileClient.dropInSignInProvider = screens
        #expect(AWSMobileClient.dropInSignInProvider === screens)
        AWSMobileClient.dropInSignInProvider = nil
        #expect(AWSMobileClient.dropInSignInProvider == nil)
    }
}
