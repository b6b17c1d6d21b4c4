// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct UnbuiltCallTests {
    private let plugin = TestApp(network: TestNetwork(nil)).plugin

    @Test func `a call that is not built yet says so by its name`() async throws {
        try await expect("signInWithWebUI") { _ = try await plugin.signInWithWebUI() }
        try await expect("signInWithWebUI") { _ = try await plugin.signInWithWebUI(for: .google) }
    }

    @Test func `a call about federation that is not built yet says so by its name`() async throws {
        try await expect("federateToIdentityPool") {
            _ = try await plugin.federateToIdentityPool(withProviderToken: "token", for: .facebook)
        }
        try await expect("clearFederationToIdentityPool") { try await plugin.clearFederationToIdentityPool() }
        let url = try #require(URL(string: "https://example.com"))
        let sign = AWSCognitoAuthPlugin.createAppSyncSigner(region: "us-east-1")
        try await expect("createAppSyncSigner") { _ = try await sign(URLRequest(url: url)) }
    }

    private func expect(_ name: String, _ call: () async throws -> Void) async throws {
        let error = try #require(await failure(call))
        #expect(error == .anyInvalidState)
        #expect(error.errorDescription == "\(name) is not built yet.")
    }
}
