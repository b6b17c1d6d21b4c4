// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Testing

@Suite struct ValueTests {
    @Test func `identity providers have the names of the identity pool`() {
        #expect(IdentityProvider.facebook.rawValue == "graph.facebook.com")
        #expect(IdentityProvider.google.rawValue == "accounts.google.com")
        #expect(IdentityProvider.twitter.rawValue == "api.twitter.com")
        #expect(IdentityProvider.amazon.rawValue == "www.amazon.com")
        #expect(IdentityProvider.developer.rawValue == "cognito-identity.amazonaws.com")
        #expect(IdentityProvider.apple.rawValue == "appleid.apple.com")
    }

    @Test(
        arguments: [
            UserState.signedIn, .signedOut, .signedOutFederatedTokensInvalid, .signedOutUserPoolsTokenInvalid, .guest,
            .unknown,
        ])
    func `a state's raw value is its name`(state: UserState) {
        #expect(state.rawValue == "\(state)")
    }

    @Test(
        arguments: [
            (SignInState.unknown, "UNKNOWN"), (.smsMFA, "CONFIRMATION_CODE"), (.passwordVerifier, "PASSWORD_VERIFIER"),
            (.customChallenge, "CUSTOM_CHALLENGE"), (.deviceSRPAuth, "DEVICE_SRP_AUTH"),
            (.devicePasswordVerifier, "DEVICE_PASSWORD_VERIFIER"), (.adminNoSRPAuth, "ADMIN_NO_SRP_AUTH"),
            (.newPasswordRequired, "NEW_PASSWORD_REQUIRED"), (.signedIn, "SIGN_IN_COMPLETE"),
        ])
    func `a step of a sign-in has its raw value`(step: SignInState, name: String) {
        #expect(step.rawValue == name)
    }

    @Test func `a region's number never changes`() {
        #expect(AWSRegionType.Unknown.rawValue == 0)
        #expect(AWSRegionType.USEast1.rawValue == 1)
    }
}
