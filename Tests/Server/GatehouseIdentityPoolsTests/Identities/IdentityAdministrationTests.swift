// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseIdentityPools
import GatehouseWire
import Testing

@Suite struct IdentityAdministrationTests {
    @Test func `a description names providers, not people`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let id = try await house.id(in: pool, try house.issuer.login(as: "alice"))
        let made = house.clock.now
        house.clock.advance(by: 10)
        let first = try house.issuer.login(.first, as: "alice")
        let second = try house.issuer.login(.second, as: "x")
        _ = try await house.credentials(id, first.merging(second) { old, _ in old })
        let described = try await house.service.describeIdentity(DescribeIdentityInput(identityId: id))
        #expect(
            described
                == IdentityDescription(
                    identityId: id, logins: [UserPool.first.key, UserPool.second.key], creationDate: made,
                    lastModifiedDate: made + 10
                )
        )
    }

    @Test func `identities are listed by page, disabled ones on demand`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        var made: Set<String> = []
        for number in 0..<4 {
            made.insert(try await house.id(in: pool, try house.issuer.login(as: "user\(number)")))
        }
        let guest = try await house.id(in: pool)
        _ = try await house.credentials(guest, try house.issuer.login(as: "user0"))
        #expect(try await Self.list(house, pool, hideDisabled: nil) == made.union([guest]))
        #expect(try await Self.list(house, pool, hideDisabled: true) == made)
    }

    @Test func `a page token is valid for its list only`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        for _ in 0..<2 { _ = try await house.id(in: pool) }
        let page = try await house.service.listIdentities(ListIdentitiesInput(identityPoolId: pool, maxResults: 1))
        let token = try #require(page.nextToken)
        let other = try await house.makePool()
        await #expect(throws: ServiceFault(.invalidParameter, "Invalid pagination token given.")) {
            _ = try await house.service.listIdentities(
                ListIdentitiesInput(identityPoolId: other, maxResults: 1, nextToken: token)
            )
        }
    }

    @Test func `deleting an identity frees its logins`() async throws {
        let house = try await House()
        let pool = try await house.makePool()
        let login = try house.issuer.login(as: "alice")
        let id = try await house.id(in: pool, login)
        let answer = try await house.service.deleteIdentities(
            DeleteIdentitiesInput(identityIdsToDelete: [id, "us-east-1:0", "eu-west-1:0"])
        )
        #expect(answer.unprocessedIdentityIds == [])
        await #expect(throws: ServiceFault(.resourceNotFound, "Identity '\(id)' not found.")) {
            _ = try await house.service.describeIdentity(DescribeIdentityInput(identityId: id))
        }
        #expect(try await house.id(in: pool, login) != id)
    }

    static func list(_ house: House, _ pool: String, hideDisabled: Bool?) async throws -> Set<String> {
        var ids: [String] = []
        var token: String?
        repeat {
            let page = try await house.service.listIdentities(
                ListIdentitiesInput(
                    identityPoolId: pool, maxResults: 2, nextToken: token, hideDisabled: hideDisabled
                )
            )
            ids += (page.identities ?? []).compactMap(\.identityId)
            token = page.nextToken
        } while token != nil
        #expect(Set(ids).count == ids.count)
        return Set(ids)
    }
}
