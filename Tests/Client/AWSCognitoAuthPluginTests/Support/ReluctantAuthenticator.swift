// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Foundation
import Synchronization

/// An authenticator whose user cancels for as long as the test wants.
final class ReluctantAuthenticator: WebAuthnAuthenticator {
    private let authenticator: any WebAuthnAuthenticator
    private let isCancelling = Mutex(false)

    init(_ authenticator: some WebAuthnAuthenticator) {
        self.authenticator = authenticator
    }

    func cancel(_ isCancelling: Bool) { self.isCancelling.withLock { $0 = isCancelling } }

    func makeCredential(creationOptions: Data) async throws -> Data {
        if isCancelling.withLock({ $0 }) { throw CancellationError() }
        return try await authenticator.makeCredential(creationOptions: creationOptions)
    }

    func assertCredential(requestOptions: Data) async throws -> Data {
        if isCancelling.withLock({ $0 }) { throw CancellationError() }
        return try await authenticator.assertCredential(requestOptions: requestOptions)
    }
}
