// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseProject
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment

/// Pushes of roles, identity pool and API that end early, or whose answers are lost.
///
/// Most runs play a part of the cases: `Sample`.
@Suite(.hangLimit)
struct InterruptedPushTests {
    private static let parts = 6

    /// A state with a part of every kind.
    private static var wanted: WantedState {
        var credentials = ProviderCredentials()
        credentials.ids = ["googleClientId": "web.apps", "googleIos": "ios.apps", "facebookAppId": "1"]
        let auth = EnvironmentBench.settings { settings in
            settings.groups = ["Admins"]
            settings.allowsGuests = true
            settings.usesIdentityProviders = true
            settings.identityProviders = [IdentityProvider.google.rawValue, IdentityProvider.facebook.rawValue]
        }
        var api = APISettings(name: EnvironmentBench.api.name)
        api.additional = [.iam, .userPool(id: nil)]
        return EnvironmentBench.wanted(auth, api: api, credentials: credentials)
    }

    /// The number of steps of a push, and of the requests that they make.
    private struct Counts: Sendable {
        let steps: Int
        let requests: Int
    }

    /// A whole push is counted once.
    private static let whole: Task<Counts, any Error> = Task {
        let bench = try await EnvironmentBench(settles: true)
        var ids = try await bench.makeUserPool()
        let plan = try await bench.plan(Self.wanted, ids)
        let before = bench.network.sent
        try await bench.run(plan, &ids)
        return Counts(steps: plan.steps.count, requests: bench.network.sent - before)
    }

    @Test(arguments: 0..<parts)
    func `after any number of steps, a second push does the rest`(part: Int) async throws {
        let count = try await Self.whole.value.steps
        #expect(count >= 8)
        for done in Sample.cases(count + 1, inPart: part, of: Self.parts) {
            let bench = try await EnvironmentBench()
            var ids = try await bench.makeUserPool()
            try await bench.run(try await bench.plan(Self.wanted, ids), &ids, first: done)
            try await bench.apply(Self.wanted, &ids)
            try await expectEverythingOnce(on: bench)
        }
    }

    @Test
    func `steps that run twice make nothing twice`() async throws {
        let bench = try await EnvironmentBench()
        var ids = try await bench.makeUserPool()
        let plan = try await bench.plan(Self.wanted, ids)
        try await bench.run(plan, &ids)
        let first = ids
        try await bench.run(plan, &ids)
        #expect(ids == first)
        try await expectEverythingOnce(on: bench)
        try await bench.expectNothingToDo(Self.wanted, ids)
    }

    @Test(arguments: 0..<parts)
    func `whichever answer is lost, a second push does the rest`(part: Int) async throws {
        let requests = try await Self.whole.value.requests
        #expect(requests > 15)
        for lost in Sample.cases(requests, inPart: part, of: Self.parts) {
            let bench = try await EnvironmentBench(settles: true)
            var ids = try await bench.makeUserPool()
            let plan = try await bench.plan(Self.wanted, ids)
            // The client repeats harmless requests, so two answers in a row are lost.
            bench.network.lose([lost, lost + 1])
            do {
                try await bench.run(plan, &ids)
            } catch {
                #expect((error as? ServiceFault)?.origin == .transport)
            }
            bench.network.lose([])
            try await bench.apply(Self.wanted, &ids)
            try await expectEverythingOnce(on: bench)
        }
    }

    /// Requires one of each thing that a push makes.
    private func expectEverythingOnce(on bench: EnvironmentBench) async throws {
        let apis = try await bench.backend.apis.apis()
        #expect(apis.map(\.name) == ["notes-dev"])
        #expect(try await bench.backend.apis.keys(of: try #require(apis.first?.id)).count == 1)
        #expect(try await bench.identityPoolNames() == ["shop_identitypool__dev"])
    }
}
