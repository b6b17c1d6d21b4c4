// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// APIs and creations of schemas on a database that several nodes serve.
@Suite(.hangLimit)
struct SharedCreationTests {
    private let bench: DataBench
    private let pauses = Pauses()

    init() async throws { bench = try await DataBench() }

    /// Another node on the database.
    private func node(_ name: String) -> DataAPIAdministration {
        let (installation, clock) = (bench.gatehouse.installation, bench.gatehouse.clock.wallClock)
        return DataAPIAdministration(
            StoredDataAPIs(installation.dataAPIs, clock: clock, interval: 0, makeService: bench.service),
            store: installation.dataAPIs, records: installation.records, events: DataEvents(node: name),
            clock: clock, forwardClock: installation.userPools.forwardClock, entropy: .seeded(7),
            pause: { [pauses] in try await pauses.pause($0) })
    }

    @Test
    func `a node knows the creation of another one, and refuses changes while it runs`() async throws {
        let (one, two, id) = (node("one"), node("two"), bench.id)
        let end = Latch()
        _ = try await one.begin(id)
        try await one.noteCreation(of: id)
        async let result = one.noting(id) {
            await end.wait()
            return SchemaCreations.Result(isSuccess: true, messages: "done")
        }
        #expect(try await two.creationState(of: id).isRunning)
        await #expect(throws: ServiceFault.schemaIsChanging) { try await two.update(id) { $0.name = "other" } }
        bench.gatehouse.clock.advance(by: 20)
        await pauses.end(StoredCreation.renewal)
        // The next pause begins after the sign of life was stored.
        await pauses.end(StoredCreation.renewal)
        bench.gatehouse.clock.advance(by: 20)
        #expect(try await two.creationState(of: id).isRunning)
        end.open()
        let details = await result.details
        one.creations.end(id)
        let state = try await two.creationState(of: id)
        #expect(!state.isRunning && state.result?.isSuccess == true && state.result?.details == details)
        #expect(try await two.update(id) { $0.name = "other" }.name == "other")
        #expect(try await one.api(id).stored.name == "other")
    }

    @Test
    func `a creation whose process has ended neither runs nor holds up changes`() async throws {
        let (one, two, id) = (node("one"), node("two"), bench.id)
        try await one.noteCreation(of: id)
        #expect(try await two.creationState(of: id).isRunning)
        bench.gatehouse.clock.advance(by: 31)
        let state = try await two.creationState(of: id)
        #expect(!state.isRunning && state.result == nil)
        try await two.update(id) { $0.name = "other" }
    }

    @Test
    func `an API that one node makes, changes or deletes is seen by the next request to another one`() async throws {
        let (one, two) = (node("one"), node("two"))
        #expect(try await two.all().map(\.stored.id) == [bench.id])
        let new = try await one.create(APIDefinition(["name": "new", "authenticationType": "API_KEY"]))
        #expect(try await two.api(new.id).stored.name == "new")
        #expect(try await two.all().count == 2)
        try await two.push("type A @model @auth(rules: [{ allow: public }]) { id: ID! }", to: new.id)
        #expect(try await one.api(new.id).service?.api.model("A") != nil)
        try await one.delete(new.id)
        await #expect(throws: ServiceFault(.notFound, "GraphQL API \(new.id) not found.")) {
            try await two.api(new.id)
        }
        #expect(try await two.all().map(\.stored.id) == [bench.id])
    }
}
