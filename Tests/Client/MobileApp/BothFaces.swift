// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Amplify

/// An app that moves from one face of the client to the other imports both for a while.
final class BothFaces {
    let anchor = AuthUIPresentationAnchor()
    var window: AuthUIPresentationAnchor? = AuthUIPresentationAnchor()
    let make: () -> AuthUIPresentationAnchor = { AuthUIPresentationAnchor() }

    func signIn(above anchor: AuthUIPresentationAnchor) async throws {
        _ = try await Amplify.Auth.signInWithWebUI(presentationAnchor: anchor)
        AWSMobileClient.default().signOut()
    }
}
