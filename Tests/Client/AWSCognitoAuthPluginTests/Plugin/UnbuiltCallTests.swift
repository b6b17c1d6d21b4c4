// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Testing

@Suite struct UnbuiltCallTests {
    private let plugin = TestApp(network: TestNetwork(nil)).plugin

    @Test func `a call that is not built yet says so by its name`() async throws {
        try await expect("signInWithWebUI") { _ = try await plugin.signInWithWebUI() }
        try await expect("signInWithWebUI") { _ = try await plugin.signInWithWebUI(for: .google) }
    }

    private func expect(_ name: String, _ call: () async throws -> Void) async throws {
        let error = try #require(await failure(call))
        #expect(error == .anyInvalidState)
        #expect(error.errorDescription == "\(name) is not built yet.")
    }
}
