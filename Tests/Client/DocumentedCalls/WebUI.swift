// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

// "Launch Social Web UI Sign In", as it is written there.

/// The app's screen, which has a window where the system has windows.
final class Screen: Sendable {
    /// What the screen shows.
    struct View: Sendable {
        let window: AuthUIPresentationAnchor?
    }

    let view = View(window: AuthUIPresentationAnchor())

    // swift-format-ignore: NeverForceUnwrap
    func socialSignInWithWebUI() async {
        do {
            let signInResult = try await Amplify.Auth.signInWithWebUI(
                for: .facebook, presentationAnchor: self.view.window!)
            if signInResult.isSignedIn {
                print("Sign in succeeded")
            }
        } catch let error as AuthError {
            print("Sign in failed \(error)")
        } catch {
            print("Unexpected error: \(error)")
        }
    }

    // swift-format-ignore: NeverForceUnwrap, UseLetInEveryBoundCaseVariable
    func socialSignInWithWebUI() -> AnyCancellable {
        Amplify.Publisher.create {
            try await Amplify.Auth.signInWithWebUI(for: .facebook, presentationAnchor: self.view.window!)
        }.sink {
            if case let .failure(authError) = $0 {
                print("Sign in failed \(authError)")
            }
        } receiveValue: { signInResult in
            if signInResult.isSignedIn {
                print("Sign in succeeded")
            }
        }
    }
}
