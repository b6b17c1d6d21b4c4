// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseIdentityPoolModel
import GatehouseWire
import Testing

@testable import GatehouseIdentityPools

@Suite struct IdentityLinkingTests {
    static let alice = LinkedLogin(provider: "a", subject: "alice")
    static let otherAlice = LinkedLogin(provider: "a", subject: "alice2")
    static let aliceAtB = LinkedLogin(provider: "b", subject: "alice")

    static func identity(
        _ id: String, _ state: IdentityRecord.State = .authenticated, _ logins: [LinkedLogin] = [], age: Double = 0
    ) -> IdentityRecord {
        let date = Date(timeIntervalSince1970: 1_000_000 - age)
        return IdentityRecord(
            id: id, poolID: "pool", state: state, logins: logins, createdAt: date, modifiedAt: date
        )
    }

    static func decide(
        _ named: IdentityRecord?, _ logins: [LinkedLogin], _ holders: [IdentityRecord], developer: String? = nil
    ) throws(ServiceFault) -> IdentityLinking.Decision {
        try IdentityLinking(named: named, logins: logins, holders: holders, developerProvider: developer).decision()
    }

    @Test func `strangers become a new identity with all their logins`() throws {
        #expect(try Self.decide(nil, [Self.alice, Self.aliceAtB], []) == .create([Self.alice, Self.aliceAtB]))
    }

    @Test func `a known login keeps its identity`() throws {
        let known = Self.identity("1", .authenticated, [Self.alice])
        #expect(try Self.decide(nil, [Self.alice], [known]) == .keep(known))
        #expect(try Self.decide(known, [Self.alice], [known]) == .keep(known))
    }

    @Test func `a guest with a fresh login keeps its id`() throws {
        let guest = Self.identity("1", .guest)
        let upgraded = Self.identity("1", .authenticated, [Self.alice])
        #expect(try Self.decide(guest, [Self.alice], []) == .settle(upgraded, disabling: []))
    }

    @Test func `a guest with another identity's login is disabled, and the other identity stays`() throws {
        let guest = Self.identity("1", .guest, age: 500)
        let known = Self.identity("2", .authenticated, [Self.alice])
        let loser = Self.identity("1", .disabled, age: 500)
        #expect(try Self.decide(guest, [Self.alice], [known]) == .settle(known, disabling: [loser]))
    }

    @Test func `a second provider is linked beside the first`() throws {
        let known = Self.identity("1", .authenticated, [Self.alice])
        let both = Self.identity("1", .authenticated, [Self.alice, Self.aliceAtB])
        #expect(try Self.decide(known, [Self.alice, Self.aliceAtB], [known]) == .settle(both, disabling: []))
    }

    @Test func `of two holders the oldest survives and gets everything`() throws {
        let young = Self.identity("1", .authenticated, [Self.alice], age: 1)
        let old = Self.identity("2", .authenticated, [Self.aliceAtB], age: 2)
        let expected = IdentityLinking.Decision.settle(
            Self.identity("2", .authenticated, [Self.alice, Self.aliceAtB], age: 2),
            disabling: [Self.identity("1", .disabled, age: 1)]
        )
        #expect(try Self.decide(young, [Self.alice, Self.aliceAtB], [young, old]) == expected)
        #expect(try Self.decide(nil, [Self.alice, Self.aliceAtB], [young, old]) == expected)
    }

    @Test func `an identity id without one of its logins is refused`() {
        let alice = Self.identity("1", .authenticated, [Self.alice])
        let bob = Self.identity("2", .authenticated, [LinkedLogin(provider: "b", subject: "bob")])
        let fault = ServiceFault(
            .notAuthorized,
            "Logins don't match. Please include at least one valid login for this identity or identity pool."
        )
        #expect(throws: fault) { try Self.decide(alice, bob.logins, [bob]) }
        #expect(throws: fault) { try Self.decide(alice, [Self.otherAlice], []) }
        #expect(throws: fault) { try Self.decide(Self.identity("3"), [Self.alice], [alice]) }
    }

    @Test func `two subjects of one provider do not share an identity`() {
        let both = Self.identity("1", .authenticated, [Self.alice, Self.aliceAtB])
        let other = Self.identity("2", .authenticated, [Self.otherAlice])
        let fault = ServiceFault(.resourceConflict, "Login is already linked to another account.")
        #expect(throws: fault) { try Self.decide(both, [Self.otherAlice, Self.aliceAtB], [both]) }
        #expect(throws: fault) { try Self.decide(nil, [Self.otherAlice, Self.aliceAtB], [both, other]) }
        #expect(throws: fault) { try Self.decide(nil, [Self.alice, Self.otherAlice], []) }
    }

    @Test func `developer identifiers may be several`() throws {
        let logins = [Self.alice, Self.otherAlice]
        #expect(try Self.decide(nil, logins, [], developer: "a") == .create(logins))
    }

    @Test func `an identity has at most twenty logins`() throws {
        let logins = (1...21).map { LinkedLogin(provider: "p\($0)", subject: "alice") }
        #expect(try Self.decide(nil, Array(logins.prefix(20)), []) == .create(Array(logins.prefix(20))))
        #expect(throws: ServiceFault.tooManyLogins) { try Self.decide(nil, logins, []) }
    }
}
