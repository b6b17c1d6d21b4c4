// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseTesting
import GatehouseWire

/// An account with a registered provider of OpenID Connect.
struct FederatedAccount: Sendable {
    static let key = "login.example.com/tenant"
    static let arn = "arn:aws:iam::123456789012:oidc-provider/\(key)"

    let account: Account
    let provider: TestOpenIDProvider

    init(url: String = "https://\(Self.key)", answers: [String: String] = [:]) async throws {
        provider = try TestOpenIDProvider(url, answers: answers)
        account = try await Account(fetch: provider)
        try await account.register(try OpenIDProvider(issuer: "https://\(Self.key)", clientIDs: ["app"]))
    }

    func token(as subject: String, claims changes: [String: WireValue?] = [:]) throws -> String {
        try provider.token(for: "app", as: subject, at: account.clock.now, claims: changes)
    }
}
