// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Testing

/// A service whose schema is not the one of the app's models.
@Suite(.hangLimit) struct WrongServiceTests {
    private static let cure = "Give the API the schema of the models and conflict detection"

    /// A device whose models the service does not have in this form.
    private func device(
        _ schema: String, conflicts: TestConflictHandling?, _ told: ToldErrors
    ) async throws -> TestDevice {
        let house = try await Household(
            schema, OwnerRecord.self, OwnerAndAdminRecord.self, conflicts: conflicts, settings: told.settings)
        return try await house.device("phone")
    }

    @Test func `a model that the service lacks is reported, and the others are exchanged`() async throws {
        let told = ToldErrors()
        let phone = try await device(DeviceSchemas.owned, conflicts: .automerge, told)
        try await phone.waitForSync()
        let words = try #require(await told.next(with: Self.cure))
        #expect(words.hasPrefix("sync: The service does not accept a request: "))
        guard case .failed = try await phone.dataStore.syncState(of: OwnerAndAdminRecord.self) else {
            Issue.record("The model is exchanged.")
            return
        }
        _ = try await phone.add("Tea")
        try await phone.waitForSync()
        #expect(try await phone.served(OwnerRecord.self).contents == ["Tea"])
    }

    @Test func `a change for a model that the service lacks leaves the outbox, and its record stays`() async throws {
        let told = ToldErrors()
        let phone = try await device(DeviceSchemas.owned, conflicts: .automerge, told)
        try await phone.waitForSync()
        _ = try await phone.add("Tea", OwnerAndAdminRecord.self)
        #expect(await told.next(with: "api: ") != nil)
        try await phone.waitForSync()
        #expect(try await phone.dataStore.outbox.isEmpty)
        #expect(try await phone.contents(of: OwnerAndAdminRecord.self) == ["Tea"])
    }

    @Test(arguments: [
        // Without conflict detection, records have no versions.
        (DeviceSchemas.owned, false),
        // With another key.
        (
            "type OwnerRecord @model @auth(rules: [{ allow: owner }]) { code: ID! @primaryKey content: String }",
            true
        ),
    ])
    func `a service without versions, or with other keys, is reported`(schema: String, hasVersions: Bool) async throws {
        let told = ToldErrors()
        let phone = try await device(schema, conflicts: hasVersions ? .automerge : nil, told)
        _ = try await phone.add("Tea")
        try await phone.waitForSync()
        #expect(await told.next(with: Self.cure) != nil)
        #expect(try await phone.contents(of: OwnerRecord.self) == ["Tea"])
        guard case .failed = try await phone.dataStore.syncState(of: OwnerRecord.self) else {
            Issue.record("The model is exchanged.")
            return
        }
    }
}
