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

/// The tokens belong to the process, so no two of these tests run at once.
@Suite(.serialized) struct HandedTokenTests {
    @Test func `a token that the app handed over replaces the drop-in UI once`() async throws {
        AWSGoogleSignInProvider.sharedInstance().signIn(token: "a token")
        let provider = try #require(LinkedModules.dropInUI)
        let answer = await withCheckedContinuation { continuation in
            provider.presentSignIn(options: SignInUIOptions()) { name, token, error in
                continuation.resume(returning: "\(name ?? "-") \(token ?? "-") \(error == nil)")
            }
        }
        #expect(answer == "accounts.google.com a token true")
        #expect(LinkedModules.dropInUI == nil)
    }

    @Test func `another token is an error once the first was used`() async {
        let error = await withCheckedContinuation { continuation in
            HandedTokens.linked.presentSignIn(options: SignInUIOptions()) {
                continuation.resume(returning: $2 as? AWSMobileClientError)
            }
        }
        guard case .invalidState? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
