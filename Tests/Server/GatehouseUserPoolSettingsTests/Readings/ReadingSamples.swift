// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWebAuthn
import GatehouseWire
import Testing

/// Objects in different states, and what the server returns about them.
struct ReadingSamples {
    typealias Answer = (operation: String, value: WireValue)

    let fixture: PoolFixture
    private(set) var answers: [Answer] = []

    init(_ fixture: PoolFixture) {
        self.fixture = fixture
    }

    /// Performs an operation in the pool.
    @discardableResult
    func make(_ operation: String, _ input: WireValue) async throws -> WireValue {
        var members = input.objectValue ?? [:]
        if PoolFixture.members(of: operation)?.contains("UserPoolId") == true, members["AccessToken"] == nil {
            members["UserPoolId"] = .string(fixture.poolID)
        }
        return try await fixture.perform(operation, .object(members))
    }

    /// Performs an operation in the pool and keeps its answer.
    @discardableResult
    mutating func read(_ operation: String, _ input: WireValue = [:]) async throws -> WireValue {
        let answer = try await make(operation, input)
        answers.append((operation, answer))
        return answer
    }

    /// A user with a device, a passkey and a session, and the user's access token.
    func makeUser(_ name: String, attributes: [String: String], isComplete: Bool) async throws -> WireValue {
        try await fixture.gatehouse.makeUser(
            name, password: PoolFixture.password, inPool: fixture.poolID, attributes: attributes)
        let token = try await fixture.accessToken(name)
        let (pool, now) = (fixture.poolID, fixture.gatehouse.clock.now)
        try await fixture.anyone.pools.records.write { store in
            var user = try store.existingUser(name, in: store.existingPool(pool))
            try store.insert(
                DeviceRecord(
                    poolID: pool, sub: user.sub, key: Self.deviceKey, name: isComplete ? "Telephone" : nil,
                    isRemembered: isComplete, sealedVerifier: [1, 0], address: "192.0.2.1", createdAt: now,
                    modifiedAt: now, authenticatedAt: now))
            try store.insert(
                PasskeyRecord(
                    poolID: pool, sub: user.sub, credentialID: [1], publicKey: [1, 2, 3], signCount: 1,
                    isBackupEligible: true, isBackedUp: false, aaguid: [UInt8](0..<16), relyingPartyID: "example.com",
                    attachment: isComplete ? .platform : nil, transports: [], createdAt: now))
            guard isComplete else { return }
            user.mfa = UserMFA(
                softwareToken: UserMFA.SoftwareToken(new: [1], friendlyName: nil, verifiedAt: now),
                enabled: [.softwareToken], preferred: .softwareToken, legacySMS: true)
            try store.update(user)
        }
        return .string(token)
    }

    private static let deviceKey = "us-east-1_5b2b9f0e-3f7e-4b0e-9d5c-0a1b2c3d4e5f"

    /// The readings of a user.
    mutating func readUser(_ name: String, token: WireValue, group: WireValue) async throws {
        let user: WireValue = ["Username": .string(name)]
        for operation in [
            "AdminGetUser", "AdminGetUserAuthFactors", "AdminListDevices", "AdminListGroupsForUser",
            "AdminListUserSessions",
        ] { try await read(operation, user) }
        try await read("AdminGetDevice", ["Username": .string(name), "DeviceKey": .string(Self.deviceKey)])
        try await read("GetDevice", ["AccessToken": token, "DeviceKey": .string(Self.deviceKey)])
        for operation in [
            "GetUser", "GetUserAuthFactors", "ListDevices", "ListUserSessions", "ListWebAuthnCredentials",
        ] { try await read(operation, ["AccessToken": token]) }
        try await read("GetGroup", ["GroupName": group])
        try await read("ListUsersInGroup", ["GroupName": group])
        for operation in ["ListUsers", "ListGroups"] { try await read(operation) }
    }

    /// The readings of a pool, its client and its other objects.
    mutating func readPool(client: WireValue, domain: WireValue, provider: WireValue) async throws {
        let pool = try await read("DescribeUserPool")
        try await read("ListTagsForResource", ["ResourceArn": pool["UserPool"]?["Arn"] ?? .null])
        try await read("ListUserPools", ["MaxResults": 60])
        try await read("DescribeUserPoolDomain", ["Domain": domain])
        try await read("DescribeIdentityProvider", ["ProviderName": provider])
        for operation in [
            "GetUserPoolMfaConfig", "GetUserPoolSessionConfiguration", "GetLogDeliveryConfiguration", "GetCSVHeader",
            "GetSigningCertificate", "ListIdentityProviders", "ListResourceServers",
        ] { try await read(operation) }
        try await read("ListUserPoolClients", ["MaxResults": 60])
        try await read("ListUserImportJobs", ["MaxResults": 60])
        for operation in [
            "DescribeUserPoolClient", "ListUserPoolClientSecrets", "GetUserPoolClientSessionConfiguration",
            "GetUICustomization", "DescribeManagedLoginBrandingByClient",
        ] { try await read(operation, ["ClientId": client]) }
        let terms = try await read("ListTerms")["Terms"]?.arrayValue?.first?["TermsId"]
        try await read("DescribeTerms", ["TermsId": terms ?? .null])
        try await read("DescribeTermsByClient", ["ClientId": client, "TermsName": "terms-of-use"])
        try await read("DescribeResourceServer", ["Identifier": "orders"])
        try await read(
            "GetProvisionedLimit",
            ["LimitDefinition": ["LimitClass": "API_CATEGORY", "Attributes": ["Category": "UserAuthentication"]]])
    }
}
