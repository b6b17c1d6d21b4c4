// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct UserPoolDomainTests {
    private static let certificate = CustomDomainConfigType(
        certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/a", securityPolicy: .tlsV1_2_2021)

    @discardableResult
    private func create(
        _ name: String, custom: CustomDomainConfigType? = nil, version: Int? = nil, in fixture: PoolFixture
    ) async throws -> CreateUserPoolDomainResponse {
        try await fixture.administrator.createUserPoolDomain(
            CreateUserPoolDomainRequest(
                domain: name, userPoolId: fixture.poolID, managedLoginVersion: version, customDomainConfig: custom))
    }

    private func delete(_ name: String, in fixture: PoolFixture) async throws {
        _ = try await fixture.administrator.deleteUserPoolDomain(
            DeleteUserPoolDomainRequest(domain: name, userPoolId: fixture.poolID))
    }

    private func described(_ name: String, in fixture: PoolFixture) async throws -> DomainDescriptionType? {
        try await fixture.administrator.describeUserPoolDomain(DescribeUserPoolDomainRequest(domain: name))
            .domainDescription
    }

    private func pool(of fixture: PoolFixture) async throws -> UserPoolType? {
        try await fixture.administrator.describeUserPool(DescribeUserPoolRequest(userPoolId: fixture.poolID)).userPool
    }

    @Test func `a prefix and a custom domain lead to their pool`() async throws {
        let fixture = try await PoolFixture.make()
        let prefix = try await create("shop", in: fixture)
        #expect(prefix.managedLoginVersion == 1 && prefix.cloudFrontDomain == nil)
        let custom = try await create("auth.example.com", custom: Self.certificate, version: 2, in: fixture)
        #expect(custom.managedLoginVersion == 2 && custom.cloudFrontDomain == "localhost")
        let found = try await described("shop", in: fixture)
        #expect(found?.userPoolId == fixture.poolID && found?.domain == "shop" && found?.status == .active)
        #expect(found?.awsAccountId == "123456789012" && found?.customDomainConfig == nil)
        let other = try await described("auth.example.com", in: fixture)
        #expect(other?.userPoolId == fixture.poolID && other?.customDomainConfig == Self.certificate)
        #expect(other?.managedLoginVersion == 2)
        let pool = try await pool(of: fixture)
        #expect(pool?.domain == "shop" && pool?.customDomain == "auth.example.com")
    }

    @Test func `the host of the server's own address cannot be a custom domain`() async throws {
        let gatehouse = try await TestGatehouse(baseURL: "https://ID.example.com:8443/auth")
        let fixture = try await PoolFixture.make(on: gatehouse)
        let refusal = try await fault { try await create("id.example.com", custom: Self.certificate, in: fixture) }
        #expect(refusal?.code == .invalidParameter)
        #expect(refusal?.message.contains("Domain id.example.com is the host of this server's own address") == true)
        #expect(try await pool(of: fixture)?.customDomain == nil)
        try await create("auth.id.example.com", custom: Self.certificate, in: fixture)
        #expect(try await pool(of: fixture)?.customDomain == "auth.id.example.com")
    }

    @Test(arguments: [
        ("shop", "shop.id.example.com"), ("shop", "shop.auth.us-east-1.amazoncognito.com"),
    ])
    func `of a prefix and a custom domain with one host name, the second is refused`(
        prefix: String, custom: String
    ) async throws {
        let gatehouse = try await TestGatehouse(baseURL: "https://ID.example.com:8443/auth")
        let fixture = try await PoolFixture.make(on: gatehouse)
        let other = try await PoolFixture.make(on: gatehouse)
        let taken = ServiceFault.invalidParameter("Domain already associated with another user pool.")
        try await create(prefix, in: fixture)
        #expect(try await fault { try await create(custom, custom: Self.certificate, in: other) } == taken)
        #expect(try await pool(of: other)?.customDomain == nil)
        #expect(try await described(custom, in: other) == DomainDescriptionType())
        try await delete(prefix, in: fixture)
        // A domain of an early release.
        try await gatehouse.installation.userPools.records.write { store in
            try store.insert(
                UserPoolDomainRecord(
                    name: custom, poolID: other.poolID, customDomain: Self.certificate, managedLoginVersion: 1,
                    createdAt: gatehouse.clock.now, modifiedAt: gatehouse.clock.now))
        }
        #expect(try await fault { try await create(prefix, in: fixture) } == taken)
        #expect(try await pool(of: fixture)?.domain == nil)
        try await gatehouse.installation.userPools.records.write { store in try store.deleteDomain(custom) }
        try await create(prefix, in: fixture)
        #expect(try await described(prefix, in: fixture)?.userPoolId == fixture.poolID)
    }

    @Test func `of pools that want one host name at once in both forms, one gets it`() async throws {
        let first = try await PoolFixture.make()
        let second = try await PoolFixture.make(on: first.gatehouse)
        let refusals = try await faults(8) { number in
            if number.isMultiple(of: 2) {
                try await create("shop", in: first)
            } else {
                try await create("shop.localhost", custom: Self.certificate, in: second)
            }
        }
        #expect(refusals.count { $0 == nil } == 1)
        let prefix = try await pool(of: first)?.domain
        let custom = try await pool(of: second)?.customDomain
        #expect((prefix == nil) != (custom == nil))
    }

    @Test func `a pool needs only one of a prefix and a custom domain with one host name`() async throws {
        let fixture = try await PoolFixture.make()
        try await create("shop", in: fixture)
        let refusal = try await fault { try await create("shop.localhost", custom: Self.certificate, in: fixture) }
        #expect(
            refusal
                == .invalidParameter(
                    "The custom domain shop.localhost and the prefix shop are one host name: the user pool needs only "
                        + "one of them."))
        try await create("a.shop.localhost", custom: Self.certificate, in: fixture)
    }

    @Test(arguments: [
        "shop.auth.us-east-1.amazoncognito.com", "shop.auth.eu-west-1.amazoncognito.com",
        "a.shop.auth.us-east-1.amazoncognito.com", "auth.us-east-1.amazoncognito.com",
    ])
    func `a custom domain that is the service's own domain or below it is refused`(_ name: String) async throws {
        let fixture = try await PoolFixture.make()
        let refusal = try await fault { try await create(name, custom: Self.certificate, in: fixture) }
        #expect(
            refusal
                == .invalidParameter(
                    "Custom domain \(name) is the host of a prefix: use a name that is not below amazoncognito.com."))
        #expect(try await described(name, in: fixture) == DomainDescriptionType())
    }

    @Test func `a custom domain that no prefix is served under is free`() async throws {
        let fixture = try await PoolFixture.make()
        try await create("shop", in: fixture)
        for name in ["shop.example.com", "shop.auth.example.com", "auth.us-east-1.amazoncognito.example"] {
            try await create(name, custom: Self.certificate, in: fixture)
            try await delete(name, in: fixture)
        }
    }

    @Test func `a domain without a pool has an empty description`() async throws {
        let fixture = try await PoolFixture.make()
        for name in ["nowhere", "Nowhere", "no\u{0}where", "nówhere", ""] {
            #expect(try await described(name, in: fixture) == DomainDescriptionType())
        }
    }

    @Test func `a name belongs to one pool, and is free after its deletion`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        try await create("shop", in: fixture)
        let taken = ServiceFault.invalidParameter("Domain already associated with another user pool.")
        #expect(try await fault { try await create("shop", in: other) } == taken)
        #expect(try await pool(of: other)?.domain == nil)
        try await delete("shop", in: fixture)
        #expect(try await described("shop", in: fixture) == DomainDescriptionType())
        #expect(try await pool(of: fixture)?.domain == nil)
        try await create("shop", in: other)
        #expect(try await described("shop", in: fixture)?.userPoolId == other.poolID)
    }

    @Test func `of pools that want the same name at once, one gets it`() async throws {
        let first = try await PoolFixture.make()
        let second = try await PoolFixture.make(on: first.gatehouse)
        let pools = [first, second]
        let refusals = try await faults(8) { number in try await create("shop", in: pools[number % 2]) }
        #expect(refusals.count { $0 == nil } == 1)
        let owner = try await described("shop", in: first)?.userPoolId
        for fixture in pools {
            #expect(try await pool(of: fixture)?.domain == (owner == fixture.poolID ? "shop" : nil))
        }
    }

    @Test func `a pool has one domain of each kind`() async throws {
        let fixture = try await PoolFixture.make()
        try await create("shop", in: fixture)
        try await create("auth.example.com", custom: Self.certificate, in: fixture)
        let refusal = ServiceFault.invalidParameter("User pool already has a domain configured.")
        #expect(try await fault { try await create("store", in: fixture) } == refusal)
        #expect(
            try await fault { try await create("id.example.com", custom: Self.certificate, in: fixture) } == refusal)
        #expect(try await described("store", in: fixture) == DomainDescriptionType())
    }

    @Test(arguments: [
        "Shop", "-shop", "shop-", "sh op", "sh_op", "shöp", "auth.example.com", "..", "shop.", "sh\u{0}op", "",
    ])
    func `a prefix is one label in lower case`(_ name: String) async throws {
        let fixture = try await PoolFixture.make()
        #expect(
            try await fault { try await create(name, in: fixture) }
                == .invalidParameter(
                    "The domain name contains an invalid character. Domain names can only contain lower-case letters, "
                        + "numbers, and hyphens. Please enter a different name that follows this format: "
                        + #"^[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?$"#))
    }

    @Test(arguments: [
        ("myaws", "aws"), ("amazon-shop", "amazon"), ("shop-cognito1", "cognito"), ("awsamazon", "aws"),
    ])
    func `a prefix has no reserved word`(_ name: String, _ word: String) async throws {
        let fixture = try await PoolFixture.make()
        #expect(
            try await fault { try await create(name, in: fixture) }
                == .invalidParameter("Domain cannot contain reserved word: \(word)"))
    }

    @Test(arguments: [
        "shop", "com", "localhost", "127.0.0.1", "a..example.com", ".example.com", "example.com.", "Auth.example.com",
        "auth.example.com:80", "auth/example.com", "-a.example.com", "auth.exämple.com", "*.example.com", "[::1]",
    ])
    func `a custom domain is below a top-level domain`(_ name: String) async throws {
        let fixture = try await PoolFixture.make()
        let refusal = try await fault { try await create(name, custom: Self.certificate, in: fixture) }
        #expect(refusal?.code == .invalidParameter)
        #expect(refusal?.message.hasPrefix("Custom domain is not a valid subdomain") == true)
    }

    @Test func `an update changes the certificate and the pages`() async throws {
        let fixture = try await PoolFixture.make()
        try await create("auth.example.com", custom: Self.certificate, in: fixture)
        let before = try await described("auth.example.com", in: fixture)
        fixture.gatehouse.clock.advance(by: 60)
        var request = UpdateUserPoolDomainRequest(
            domain: "auth.example.com", userPoolId: fixture.poolID, managedLoginVersion: 2)
        let changed = try await fixture.administrator.updateUserPoolDomain(request)
        #expect(changed.managedLoginVersion == 2 && changed.cloudFrontDomain == "localhost")
        var found = try await described("auth.example.com", in: fixture)
        #expect(found?.customDomainConfig == Self.certificate && found?.managedLoginVersion == 2)
        #expect(found?.version != before?.version && found?.version?.count == 14)
        let renewed = CustomDomainConfigType(certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/b")
        request = UpdateUserPoolDomainRequest(
            domain: "auth.example.com", userPoolId: fixture.poolID, customDomainConfig: renewed)
        _ = try await fixture.administrator.updateUserPoolDomain(request)
        found = try await described("auth.example.com", in: fixture)
        #expect(found?.customDomainConfig == renewed && found?.managedLoginVersion == 2)
    }

    @Test func `no pool changes or deletes the domain of another`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        try await create("shop", in: other)
        let refusal = ServiceFault.invalidParameter("No such domain or user pool exists.")
        #expect(try await fault { try await delete("shop", in: fixture) } == refusal)
        #expect(try await fault { try await delete("nowhere", in: fixture) } == refusal)
        let update = UpdateUserPoolDomainRequest(domain: "shop", userPoolId: fixture.poolID, managedLoginVersion: 2)
        #expect(
            try await fault { _ = try await fixture.administrator.updateUserPoolDomain(update) } == refusal)
        #expect(try await described("shop", in: other)?.managedLoginVersion == 1)
    }

    @Test func `a prefix has no certificate, and pages have two versions`() async throws {
        let fixture = try await PoolFixture.make()
        for version in [0, 3, -1] {
            #expect(
                try await fault { try await create("shop", version: version, in: fixture) }?.code == .invalidParameter)
        }
        try await create("shop", in: fixture)
        let update = UpdateUserPoolDomainRequest(
            domain: "shop", userPoolId: fixture.poolID, customDomainConfig: Self.certificate)
        #expect(
            try await fault { _ = try await fixture.administrator.updateUserPoolDomain(update) }?.code
                == .invalidParameter)
        let failover = RoutingType(
            failover: FailoverType(secondaryRegion: "eu-west-1", primaryRoute53HealthCheckId: "a"))
        let routed = UpdateUserPoolDomainRequest(domain: "shop", userPoolId: fixture.poolID, routing: failover)
        #expect(
            try await fault { _ = try await fixture.administrator.updateUserPoolDomain(routed) }?.code
                == .invalidParameter)
    }

    @Test func `the lowest tier has no managed login`() async throws {
        let fixture = try await PoolFixture.make(pool: PoolFixture.request { $0.userPoolTier = .lite })
        #expect(
            try await fault { try await create("shop", version: 2, in: fixture) }?.code == .featureUnavailableInTier)
        try await create("shop", in: fixture)
        let update = UpdateUserPoolDomainRequest(domain: "shop", userPoolId: fixture.poolID, managedLoginVersion: 2)
        #expect(
            try await fault { _ = try await fixture.administrator.updateUserPoolDomain(update) }?.code
                == .featureUnavailableInTier)
    }

    @Test func `a pool with a domain stays, and keeps it through an update`() async throws {
        let fixture = try await PoolFixture.make()
        try await create("auth.example.com", custom: Self.certificate, in: fixture)
        _ = try await fixture.administrator.updateUserPool(UpdateUserPoolRequest(userPoolId: fixture.poolID))
        #expect(try await pool(of: fixture)?.customDomain == "auth.example.com")
        let removal = DeleteUserPoolRequest(userPoolId: fixture.poolID)
        #expect(
            try await fault { try await fixture.administrator.deleteUserPool(removal) }
                == .invalidParameter(
                    "User pool cannot be deleted. It has a domain configured that should be deleted first."))
        try await delete("auth.example.com", in: fixture)
        try await fixture.administrator.deleteUserPool(removal)
    }
}
