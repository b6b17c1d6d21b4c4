// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct TermsTests {
    private static let links = ["cognito:default": "https://example.com/terms"]

    private func create(
        _ name: String = "terms-of-use", of clientID: String? = nil, in fixture: PoolFixture
    ) async throws -> TermsType {
        let answer = try await fixture.administrator.createTerms(
            CreateTermsRequest(
                userPoolId: fixture.poolID, clientId: clientID ?? fixture.client.id, termsName: name,
                termsSource: .link, enforcement: .none, links: Self.links))
        return try #require(answer.terms)
    }

    private func anotherClient(in fixture: PoolFixture) async throws -> String {
        let answer = try await fixture.administrator.createUserPoolClient(
            CreateUserPoolClientRequest(userPoolId: fixture.poolID, clientName: "other"))
        return try #require(answer.userPoolClient?.clientId)
    }

    private func described(_ id: String, in fixture: PoolFixture) async throws -> TermsType? {
        try await fixture.administrator.describeTerms(
            DescribeTermsRequest(termsId: id, userPoolId: fixture.poolID)
        ).terms
    }

    private func list(
        _ fixture: PoolFixture, limit: Int? = nil, after token: String? = nil
    ) async throws -> ListTermsResponse {
        try await fixture.administrator.listTerms(
            ListTermsRequest(userPoolId: fixture.poolID, maxResults: limit, nextToken: token))
    }

    @Test func `a document is found by its id, by its client and in the list`() async throws {
        let fixture = try await PoolFixture.make()
        let terms = try await create(in: fixture)
        #expect(terms.links == Self.links && terms.creationDate == fixture.gatehouse.clock.now)
        #expect(try await described(terms.termsId, in: fixture) == terms)
        let byClient = try await fixture.administrator.describeTermsByClient(
            DescribeTermsByClientRequest(
                clientId: fixture.client.id, userPoolId: fixture.poolID, termsName: "terms-of-use"))
        #expect(byClient.terms == terms)
        #expect(try await list(fixture).terms.map(\.termsId) == [terms.termsId])
    }

    @Test func `a client has one document of each name`() async throws {
        let fixture = try await PoolFixture.make()
        let first = try await create(in: fixture)
        #expect(try await fault { _ = try await create(in: fixture) } == .termsExist("terms-of-use"))
        let second = try await create("privacy-policy", in: fixture)
        let other = try await create(of: try await anotherClient(in: fixture), in: fixture)
        #expect(Set([first, second, other].map(\.termsId)).count == 3)
        let rename = UpdateTermsRequest(
            termsId: second.termsId, userPoolId: fixture.poolID, termsName: "terms-of-use")
        #expect(
            try await fault { _ = try await fixture.administrator.updateTerms(rename) } == .termsExist("terms-of-use"))
        #expect(try await described(second.termsId, in: fixture) == second)
    }

    @Test func `a member that an update omits stays`() async throws {
        let fixture = try await PoolFixture.make()
        let terms = try await create(in: fixture)
        fixture.gatehouse.clock.advance(by: 60)
        let links = ["cognito:default": "https://example.com/new", "cognito:french": "https://example.com/fr"]
        let updated = try await fixture.administrator.updateTerms(
            UpdateTermsRequest(termsId: terms.termsId, userPoolId: fixture.poolID, links: links)
        ).terms
        var expected = terms
        expected.links = links
        expected.lastModifiedDate = fixture.gatehouse.clock.now
        #expect(updated == expected)
        #expect(try await described(terms.termsId, in: fixture) == expected)
    }

    @Test func `documents come by page, and go with their client`() async throws {
        let fixture = try await PoolFixture.make()
        let client = try await anotherClient(in: fixture)
        var ids: Set<String> = []
        for name in ["terms-of-use", "privacy-policy"] {
            ids.insert(try await create(name, in: fixture).termsId)
            ids.insert(try await create(name, of: client, in: fixture).termsId)
        }
        let first = try await list(fixture, limit: 3)
        let second = try await list(fixture, limit: 3, after: first.nextToken)
        #expect(first.terms.count == 3 && second.terms.count == 1 && second.nextToken == nil)
        #expect(Set((first.terms + second.terms).map(\.termsId)) == ids)
        try await fixture.administrator.deleteUserPoolClient(
            DeleteUserPoolClientRequest(userPoolId: fixture.poolID, clientId: client))
        #expect(try await list(fixture).terms.count == 2)
    }

    @Test func `removed terms and those of another pool are not found`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        let terms = try await create(in: fixture)
        let foreign = DeleteTermsRequest(termsId: terms.termsId, userPoolId: other.poolID)
        #expect(
            try await fault { try await fixture.administrator.deleteTerms(foreign) }?.code == .resourceNotFound)
        let removal = DeleteTermsRequest(termsId: terms.termsId, userPoolId: fixture.poolID)
        try await fixture.administrator.deleteTerms(removal)
        #expect(
            try await fault { try await fixture.administrator.deleteTerms(removal) }?.code == .resourceNotFound)
        #expect(
            try await fault { _ = try await described(terms.termsId, in: fixture) }?.code == .resourceNotFound)
        let missing = try await fault {
            _ = try await fixture.administrator.describeTermsByClient(
                DescribeTermsByClientRequest(
                    clientId: fixture.client.id, userPoolId: fixture.poolID, termsName: "terms-of-use"))
        }
        #expect(missing?.code == .resourceNotFound)
        #expect(
            try await fault { _ = try await create(of: other.client.id, in: fixture) }?.code == .resourceNotFound)
    }

    @Test func `a pool has at most forty documents`() async throws {
        let fixture = try await PoolFixture.make()
        for _ in 0..<20 {
            let client = try await anotherClient(in: fixture)
            for name in ["terms-of-use", "privacy-policy"] { _ = try await create(name, of: client, in: fixture) }
        }
        #expect(try await fault { _ = try await create(in: fixture) }?.code == .limitExceeded)
    }

    @Test func `a document without links says nothing`() async throws {
        let fixture = try await PoolFixture.make()
        let request = CreateTermsRequest(
            userPoolId: fixture.poolID, clientId: fixture.client.id, termsName: "terms-of-use", termsSource: .link,
            enforcement: .none)
        #expect(
            try await fault { _ = try await fixture.administrator.createTerms(request) } == .missingParameter("Links"))
    }
}
