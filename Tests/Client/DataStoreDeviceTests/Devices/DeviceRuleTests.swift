// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Testing

/// Devices of several users, with the records that the rules show them.
@Suite(.hangLimit) struct DeviceRuleTests {
    /// An answer that refuses the caller.
    private static let refusal = TransportResponse(
        status: 401, headers: [("content-type", "application/json")],
        body: Data(#"{"errors":[{"errorType":"UnauthorizedException","message":"You are not authorized."}]}"#.utf8))

    @Test func `each owner has their own records`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self, users: ["ada", "eve"])
        let (ada, eve) = (try await house.device("phone", of: "ada"), try await house.device("tablet", of: "eve"))
        _ = try await ada.add("of Ada")
        _ = try await eve.add("of Eve")
        try await ada.waitForSync()
        try await eve.waitForSync()
        try await ada.syncAgain()
        try await eve.syncAgain()
        #expect(try await ada.contents(of: OwnerRecord.self) == ["of Ada"])
        #expect(try await eve.contents(of: OwnerRecord.self) == ["of Eve"])
    }

    @Test func `a member of the group has the records of all owners, and changes them`() async throws {
        let house = try await Household(
            DeviceSchemas.ofGroup, OwnerAndAdminRecord.self, users: ["ada", "eve"],
            settings: .custom(authModeStrategy: .multiAuth))
        try await house.gatehouse.addToGroup("eve", "Admin", inPool: house.gatehouse.pool.id)
        let (ada, eve) = (try await house.device("phone", of: "ada"), try await house.device("tablet", of: "eve"))
        try await ada.waitForSync()
        try await eve.waitForSync()
        _ = try await ada.add("of Ada", OwnerAndAdminRecord.self)
        try await ada.waitForSync()
        let seen = try await eve.records(of: OwnerAndAdminRecord.self) { !$0.isEmpty }
        try await eve.change(seen[0], to: "seen by Eve")
        try await eve.waitForSync()
        let own = try await ada.records(of: OwnerAndAdminRecord.self) { $0.first?.content == "seen by Eve" }
        #expect(own.count == 1)
    }

    @Test(arguments: [false, true])
    func `a record that has left the view of its reader is removed, unless the app keeps it`(
        isKept: Bool
    ) async throws {
        let house = try await Household(
            DeviceSchemas.ofGroup, OwnerAndAdminRecord.self, users: ["ada", "eve"],
            settings: .custom(authModeStrategy: .multiAuth, keepsUnseenRecords: isKept))
        let pool = try await house.gatehouse.pool.id
        try await house.gatehouse.addToGroup("eve", "Admin", inPool: pool)
        let (ada, eve) = (try await house.device("phone", of: "ada"), try await house.device("tablet", of: "eve"))
        _ = try await ada.add("of Ada", OwnerAndAdminRecord.self)
        try await ada.waitForSync()
        try await eve.waitForSync()
        #expect(try await eve.contents(of: OwnerAndAdminRecord.self) == ["of Ada"])

        try await house.gatehouse.removeFromGroup("eve", "Admin", inPool: pool)
        // The next exchange reads all records, with a token that has no groups.
        house.gatehouse.clock.advance(by: 25 * 3_600)
        try await eve.syncAgain()
        #expect(try await eve.contents(of: OwnerAndAdminRecord.self) == (isKept ? ["of Ada"] : []))
        #expect(try await ada.contents(of: OwnerAndAdminRecord.self) == ["of Ada"])
    }

    // MARK: - The example of Amplify's documentation

    /// A server with a record of a user that all callers may read.
    private func houseWithNote() async throws -> Household {
        let house = try await Household(
            DeviceSchemas.readByAll, SeveralModesRecord.self, users: ["ada", "eve"],
            settings: .custom(authModeStrategy: .multiAuth))
        let phone = try await house.device("phone", of: "ada")
        _ = try await phone.add("of Ada", SeveralModesRecord.self)
        try await phone.waitForSync()
        return house
    }

    @Test func `without a user, a device reads by the public rule`() async throws {
        let house = try await houseWithNote()
        let guest = try await house.device("tablet", of: nil)
        try await guest.waitForSync()
        #expect(try await guest.contents(of: SeveralModesRecord.self) == ["of Ada"])
    }

    @Test func `with a user, a device reads by the rule for owners first`() async throws {
        let house = try await houseWithNote()
        let eve = try await house.device("tablet", of: "eve")
        try await eve.waitForSync()
        #expect(try await eve.contents(of: SeveralModesRecord.self).isEmpty)
    }

    @Test func `a device whose user is refused reads by the public rule`() async throws {
        let house = try await houseWithNote()
        let eve = try await house.device("tablet", of: "eve")
        eve.setTroubles { request in
            let isOfUser = request.headers.contains { $0.name.lowercased() == "authorization" }
            return request.isGraphQL("query") && isOfUser ? .answered(Self.refusal) : nil
        }
        try await eve.waitForSync()
        #expect(try await eve.contents(of: SeveralModesRecord.self) == ["of Ada"])
    }

    @Test func `the sign-in of a running app decides anew`() async throws {
        let house = try await houseWithNote()
        let device = try await house.device("tablet", of: nil)
        try await device.waitForSync()
        try await device.signIn("ada")
        try await device.waitForSync()
        _ = try await device.add("also of Ada", SeveralModesRecord.self)
        try await device.waitForSync()
        let all = try await device.served(SeveralModesRecord.self, in: .amazonCognitoUserPools)
        #expect(all.contents == ["also of Ada", "of Ada"])
    }

    @Test func `a guest's record stays on the device while no rule lets a guest create it`() async throws {
        let house = try await houseWithNote()
        let guest = try await house.device("tablet", of: nil)
        try await guest.waitForSync()
        let draft = try await guest.add("of a guest", SeveralModesRecord.self)
        #expect(try await guest.contents(of: SeveralModesRecord.self) == ["of Ada", "of a guest"])
        #expect(try await guest.served(SeveralModesRecord.self, in: .apiKey).allSatisfy { $0.id != draft.id })
    }
}
