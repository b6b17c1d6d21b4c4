// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAuthUI
import AWSFacebookSignIn
import AWSGoogleSignIn
import AWSUserPoolsSignIn
import Testing

@testable import AWSMobileClient

@Suite struct LinkedModulesTests {
    @Test func `modules that a program links are found without a call of the app`() {
        #expect(LinkedModules.signInProviders.map(\.identityProvider) == [nil, .facebook, .google])
    }

    @Test func `a token that the app hands over is used once`() {
        let handed = HandedToken()
        #expect(!handed.isThere)
        #expect(handed.take() == nil)
        handed.hand("a")
        handed.hand("b")
        #expect(handed.isThere)
        #expect(handed.take() == "b")
        #expect(handed.take() == nil)
    }
}
