// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSDataStorePlugin
import AWSPluginsCore
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Testing

/// Changes that do not fit the present record of the service.
@Suite(.hangLimit) struct OtherDeviceTests {
    @Test func `a condition that no longer holds in the service is reported, and its record is taken`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let (phone, tablet) = try await house.pair()
        var note = try await phone.add("Tea")
        try await phone.waitForSync()
        let copy = try await tablet.records(of: OwnerRecord.self) { !$0.isEmpty }[0]
        phone.goOffline()
        note.content = "Green tea"
        let mark = phone.eventCount
        try await phone.dataStore.save(note, where: OwnerRecord.keys.content == "Tea")
        try await tablet.change(copy, to: "Coffee")
        try await tablet.waitForSync()
        phone.goOnline()
        let failure = try await phone.event(HubPayload.EventName.DataStore.conditionalSaveFailed, from: mark)
        #expect((failure.data as? MutationEvent)?.modelId == note.id)
        try await phone.syncAgain()
        #expect(try await phone.contents(of: OwnerRecord.self) == ["Coffee"])
        #expect(try await phone.served(OwnerRecord.self).contents == ["Coffee"])
    }

    @Test func `the error handler receives the change of a record that another device has removed`() async throws {
        let told = ToldErrors()
        let house = try await Household(
            DeviceSchemas.owned, OwnerRecord.self, conflicts: .optimistic, settings: told.settings)
        let (phone, tablet) = try await house.pair()
        let note = try await phone.add("Tea")
        try await phone.waitForSync()
        let copy = try await tablet.records(of: OwnerRecord.self) { !$0.isEmpty }[0]
        phone.goOffline()
        try await phone.change(note, to: "Green tea")
        try await tablet.dataStore.delete(copy)
        try await tablet.waitForSync()
        phone.goOnline()
        #expect(await told.next(with: "conflict: ")?.contains("Compare the two models of the error") == true)
        try await phone.syncAgain()
        #expect(try await phone.contents(of: OwnerRecord.self).isEmpty)
    }

    @Test func `a clock that steps back between two exchanges loses no change`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let (phone, tablet) = try await house.pair()
        let note = try await phone.add("One")
        try await phone.waitForSync()
        _ = try await tablet.records(of: OwnerRecord.self) { !$0.isEmpty }
        // By this clock, the last exchange is in the future: the next one reads all records.
        tablet.setClock(ahead: -86_400)
        try await phone.change(note, to: "Two")
        try await phone.waitForSync()
        let mark = tablet.eventCount
        try await tablet.syncAgain()
        let sync = try await tablet.event(HubPayload.EventName.DataStore.modelSynced, from: mark)
        #expect((sync.data as? ModelSyncedEvent)?.isFullSync == true)
        #expect(try await tablet.contents(of: OwnerRecord.self) == ["Two"])
        _ = try await tablet.add("Three")
        try await tablet.waitForSync()
        #expect(try await phone.records(of: OwnerRecord.self) { $0.count == 2 }.contents == ["Three", "Two"])
    }

    // MARK: - A value of a newer schema

    /// The value that a newer app has given to the record, by the service itself.
    private func mood(of id: String, _ device: TestDevice) async throws -> String {
        let request = GraphQLRequest<String>(
            document: "query { getComparedRecord(id: \"\(id)\") { mood } }", responseType: String.self,
            decodePath: "getComparedRecord.mood")
        return try await device.api.query(request: request).get()
    }

    @Test func `a value that the app's enumeration lacks is read as none, and is not lost by a save`() async throws {
        let newer = ComparedRecord.definition.replacing("CALM LOUD", with: "CALM LOUD FURIOUS")
        let house = try await Household(newer, ComparedRecord.self)
        let phone = try await house.device("phone")
        let request = GraphQLRequest<String>(
            document: "mutation { createComparedRecord(input: { id: \"1\", text: \"a\", mood: FURIOUS }) { id } }",
            responseType: String.self, decodePath: "createComparedRecord.id")
        #expect(try await phone.api.mutate(request: request).get().contains("1"))
        try await phone.waitForSync()
        var record = try #require(try await phone.dataStore.query(ComparedRecord.self).first)
        #expect(record.mood == nil && record.text == "a")
        record.text = "b"
        _ = try await phone.dataStore.save(record)
        try await phone.waitForSync()
        #expect(try await mood(of: "1", phone).contains("FURIOUS"))
        #expect(try await phone.served(ComparedRecord.self).map(\.text) == ["b"])

        record.mood = .calm
        _ = try await phone.dataStore.save(record)
        try await phone.waitForSync()
        #expect(try await mood(of: "1", phone).contains("CALM"))
    }
}
