// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSCognitoAuthPlugin
import AWSDataStorePlugin
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import GeneratedModels
import Testing

/// The devices of tests themselves.
@Suite(.hangLimit) struct TestDeviceTests {
    @Test func `devices of one process have users, records and events of their own`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self, users: ["ada", "eve"])
        let (phone, tablet) = (try await house.device("phone", of: "ada"), try await house.device("tablet", of: "eve"))
        #expect(try await phone.auth.getCurrentUser().username == "ada")
        #expect(try await tablet.auth.getCurrentUser().username == "eve")
        phone.goOffline()
        tablet.goOffline()
        _ = try await phone.add("of Ada")
        #expect(try await tablet.contents(of: OwnerRecord.self).isEmpty)
        phone.goOnline()
        try await phone.waitForSync()
        #expect(phone.eventNames().contains(HubPayload.EventName.DataStore.outboxMutationEnqueued))
        #expect(!tablet.eventNames().contains(HubPayload.EventName.DataStore.outboxMutationEnqueued))
    }

    @Test func `a device without a network reaches no service, and a wait for it is refused`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let phone = try await house.device("phone")
        phone.goOffline()
        await #expect(throws: APIError.self) { try await phone.served(OwnerRecord.self) }
        await #expect(throws: TestDeviceError.self) { try await phone.waitForSync() }
        phone.goOnline()
        #expect(try await phone.served(OwnerRecord.self).isEmpty)
    }

    @Test func `a killed app answers no call, and the next process continues its sign-in`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let phone = try await house.device("phone")
        _ = try await phone.add("Tea")
        let former = phone.dataStore
        await phone.kill()
        await #expect(throws: (any Error).self) { try await former.query(OwnerRecord.self) }
        try phone.launch()
        #expect(try await phone.auth.getCurrentUser().username == "ada")
        #expect(try await phone.contents(of: OwnerRecord.self) == ["Tea"])
    }

    @Test func `a device whose clock is a day slow exchanges records as others do`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let (phone, tablet) = try await house.pair()
        phone.setClock(ahead: -86_400)
        _ = try await phone.add("One")
        try await phone.waitForSync()
        #expect(try await tablet.records(of: OwnerRecord.self) { !$0.isEmpty }.contents == ["One"])
    }

    @Test func `a device whose clock is slow sends changes after its token has expired for the service`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let phone = try await house.device("phone")
        try await phone.waitForSync()
        phone.setClock(ahead: -86_400)
        // The token is valid for an hour, and longer by the clock of the device.
        house.gatehouse.clock.advance(by: 2 * 3_600)
        _ = try await phone.add("One")
        try await phone.syncAgain()
        #expect(try await phone.served(OwnerRecord.self).contents == ["One"])
        #expect(try await phone.contents(of: OwnerRecord.self) == ["One"])
    }

    @Test func `a device whose clock is a day ahead keeps its changes until the clock is right`() async throws {
        let house = try await Household(DeviceSchemas.owned, OwnerRecord.self)
        let (phone, tablet) = try await house.pair()
        // All tokens have expired by this clock, so that no request is sent.
        phone.setClock(ahead: 86_400)
        _ = try await phone.add("One")
        #expect(try await phone.contents(of: OwnerRecord.self) == ["One"])
        phone.setClock(ahead: 0)
        try await phone.syncAgain()
        #expect(try await tablet.records(of: OwnerRecord.self) { !$0.isEmpty }.contents == ["One"])
    }

    @Test func `a schema with an error is refused`() async throws {
        let gatehouse = try await TestGatehouse()
        await #expect(throws: (any Error).self) { try await gatehouse.serve(schema: "type Note @modl { id: ID! }") }
    }
}
