// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseCrypto
import Testing

@testable import GatehouseIdentityPools

/// Identity pools with one that accepts a registered SAML provider, at the time of its responses.
struct SAMLHouse {
    static let provider = "arn:aws:iam::123456789012:saml-provider/corp"
    static let reader = "arn:aws:iam::123456789012:role/reader"
    static let writer = "arn:aws:iam::123456789012:role/writer"

    let house: House
    let pool: String

    init() async throws {
        let house = try await House()
        // 2026-01-01T12:01:00Z.
        let now = Date(timeIntervalSince1970: 1_767_268_860)
        house.clock.advance(by: now.timeIntervalSince(house.clock.now))
        let provider = try SAMLProvider(name: "corp", metadata: Self.text("metadata"))
        try await house.pools.access.write {
            try $0.insert(AccessRecord(provider, origin: .command, createdAt: now, modifiedAt: now))
        }
        pool = try await house.service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "saml", allowUnauthenticatedIdentities: false,
                samlProviderARNs: [Self.provider])
        ).identityPoolId
        self.house = house
    }

    static func text(_ name: String) throws -> String {
        let folder = try #require(Bundle.module.resourceURL)
        return try String(contentsOf: folder.appending(path: "SAML/\(name).xml"), encoding: .utf8)
    }

    /// A response in Base64, which a test may change.
    static func response(_ name: String, change: (String) -> String = { $0 }) throws -> String {
        Base64.encode(Array(change(try text(name)).utf8))
    }

    private func logins(_ name: String) throws -> [String: String] {
        [Self.provider: try Self.response(name)]
    }

    @discardableResult
    func id(_ name: String) async throws -> String {
        try await house.id(in: pool, logins(name))
    }

    func credentials(
        _ id: String, _ name: String, role: String? = nil
    ) async throws -> GetCredentialsForIdentityResponse {
        try await house.credentials(id, logins(name), role: role)
    }
}
