// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseSession
import Synchronization

@testable import AWSCognitoAuthPlugin

/// The software authenticator, brought by an app.
struct AppSoftwareAuthenticator: WebAuthnAuthenticator {
    let authenticator: SoftwareAuthenticator

    init() {
        let keys = StoreKeys(userPoolID: "us-east-1_test", identityPoolID: nil)
        authenticator = SoftwareAuthenticator(store: InMemoryCredentialStore(), keys: keys)
    }

    func makeCredential(creationOptions: Data) async throws -> Data {
        try await authenticator.register(creationOptions, names: [])
    }

    func assertCredential(requestOptions: Data) async throws -> Data {
        try await authenticator.assert(requestOptions)
    }
}

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
