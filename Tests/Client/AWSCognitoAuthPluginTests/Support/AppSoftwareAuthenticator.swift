// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Foundation
import GatehouseSession

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
