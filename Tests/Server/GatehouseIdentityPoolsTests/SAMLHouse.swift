// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseIdentityPools
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// Identity pools with one that accepts a registered SAML provider, at the time of its responses.
struct SAMLHouse {
    let house: House
    let pool: String

    init() async throws {
        let house = try await House()
        let now = RecordedSAML.moment
        house.clock.advance(by: now.timeIntervalSince(house.clock.now))
        let provider = try RecordedSAML.entry()
        try await house.access.write {
            try $0.insert(AccessRecord(provider, origin: .command, createdAt: now, modifiedAt: now))
        }
        pool = try await house.service.createIdentityPool(
            CreateIdentityPoolInput(
                identityPoolName: "saml", allowUnauthenticatedIdentities: false,
                samlProviderARNs: [RecordedSAML.provider])
        ).identityPoolId
        self.house = house
    }

    private func logins(_ name: String) throws -> [String: String] {
        [RecordedSAML.provider: try RecordedSAML.response(name)]
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
