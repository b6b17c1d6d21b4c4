// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Synchronization

@testable import AWSCognitoAuthPlugin

/// An authenticator that records its presentation anchors.
final class WindowWatch: WebAuthnAuthenticator {
    private let authenticator: any WebAuthnAuthenticator
    private let seen = Mutex<[AuthUIPresentationAnchor]>([])

    init(_ authenticator: some WebAuthnAuthenticator) {
        self.authenticator = authenticator
    }

    /// The windows, in order; a use without one leaves none.
    var windows: [AuthUIPresentationAnchor] { seen.withLock { $0 } }

    func makeCredential(creationOptions: Data) async throws -> Data {
        note()
        return try await authenticator.makeCredential(creationOptions: creationOptions)
    }

    func assertCredential(requestOptions: Data) async throws -> Data {
        note()
        return try await authenticator.assertCredential(requestOptions: requestOptions)
    }

    private func note() {
        if let window = PresentationAnchor.current { seen.withLock { $0.append(window) } }
    }
}
