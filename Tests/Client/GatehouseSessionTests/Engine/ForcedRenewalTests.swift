// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Synchronization
import Testing

/// Forced renewals of programs and processes that share a store, at the same time.
@Suite(.hangLimit) struct ForcedRenewalTests {
    /// Numbers the requests of an operation, and holds them until a number of them has arrived.
    private final class Rendezvous: Sendable {
        private let expected: Int
        private let arrived = Mutex(0)
        private let barrier = Barrier()

        init(of expected: Int) {
            self.expected = expected
        }

        func arrive() async -> Int {
            let number = arrived.withLock { arrived in
                arrived += 1
                return arrived
            }
            if number >= expected { barrier.open() }
            await barrier.pass()
            return number
        }
    }

    private static func programs(_ count: Int, isStoreShared: Bool, on fixture: Fixture) -> [SessionEngine] {
        (0..<count).map { _ in
            SessionEngine(
                configuration: fixture.configuration,
                store: fixture.store,
                isStoreShared: isStoreShared,
                transport: fixture.service,
                clock: fixture.clock.clock
            )
        }
    }

    /// The reports of programs that force a renewal at the same time.
    private static func force(_ programs: [SessionEngine]) async -> [SessionReport] {
        await withTaskGroup(of: SessionReport.self) { group in
            for program in programs {
                group.addTask { await program.fetchSession(force: true) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    private static func credentials(_ number: Int, _ clock: ManualClock) -> WireValue {
        var credentials = Fixture.credentials(clock).objectValue ?? [:]
        credentials["AccessKeyId"] = .string("ASIA\(number)")
        return .object(credentials)
    }

    /// Gives each answer other credentials.
    private static func number(credentialsOf fixture: Fixture, at rendezvous: Rendezvous) {
        fixture.service.on("GetCredentialsForIdentity") { [clock = fixture.clock] input in
            let number = await rendezvous.arrive()
            return .answer(["IdentityId": input["IdentityId"] ?? .null, "Credentials": credentials(number, clock)])
        }
    }

    @Test(arguments: [2, 12], [true, false])
    func `programs that force a renewal at once send one each, and agree on the session`(
        count: Int,
        isStoreShared: Bool
    ) async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let programs = Self.programs(count, isStoreShared: isStoreShared, on: fixture)
        for program in programs { #expect(await program.fetchSession().isComplete) }
        let rendezvous = Rendezvous(of: count)
        fixture.service.on("GetTokensFromRefreshToken") { [clock = fixture.clock] _ in
            .answer(["AuthenticationResult": Fixture.tokens(clock, name: "forced-\(await rendezvous.arrive())")])
        }
        Self.number(credentialsOf: fixture, at: Rendezvous(of: 1))
        let reports = await Self.force(programs)
        #expect(fixture.service.count(of: "GetTokensFromRefreshToken") == count)
        #expect((1...count).contains(fixture.service.count(of: "GetCredentialsForIdentity")))
        let tokens = Set(try reports.map { try $0.tokens.get().accessToken })
        let keys = Set(try reports.map { try $0.credentials.get().accessKeyID })
        #expect(tokens.count == 1 && keys.count == 1)
        let stored = try fixture.restarted().engine
        #expect(try await tokens == [stored.fetchSession().tokens.get().accessToken])
        #expect(try await stored.fetchSession().tokens.get().refreshToken.hasPrefix("refresh-forced-"))
    }

    @Test func `programs that force a renewal of a guest's credentials at once send one each`() async throws {
        let fixture = try Fixture()
        let programs = Self.programs(2, isStoreShared: true, on: fixture)
        for program in programs { #expect(await program.fetchSession().credentials.isThere) }
        fixture.service.forget()
        Self.number(credentialsOf: fixture, at: Rendezvous(of: 2))
        let keys = Set(try await Self.force(programs).map { try $0.credentials.get().accessKeyID })
        #expect(keys.count == 1)
        #expect(fixture.service.operations == ["GetCredentialsForIdentity", "GetCredentialsForIdentity"])
    }

    @Test func `credentials that no other program has renewed are still renewed by force`() async throws {
        let fixture = try Fixture()
        try await fixture.signIn()
        let programs = Self.programs(2, isStoreShared: true, on: fixture)
        let former = try await programs[0].fetchSession().credentials.get().accessKeyID
        let barrier = fixture.holdRenewals(bringing: "slow")
        async let slow = programs[0].fetchSession(force: true)
        await barrier.someone()
        fixture.letRenewals(bring: "fast")
        fixture.service.on("GetCredentialsForIdentity", .fault("TooManyRequestsException"))
        #expect(await programs[1].fetchSession(force: true).commonReason != nil)
        Self.number(credentialsOf: fixture, at: Rendezvous(of: 1))
        fixture.service.forget()
        barrier.open()
        let report = await slow
        #expect(try report.tokens.get().refreshToken == "refresh-fast")
        #expect(try report.credentials.get().accessKeyID == "ASIA1" && former != "ASIA1")
        #expect(fixture.service.operations == ["GetCredentialsForIdentity"])
    }

    @Test func `a renewal before the call does not count for it`() async throws {
        let fixture = try Fixture(identityPool: false)
        try await fixture.signIn()
        let programs = Self.programs(2, isStoreShared: true, on: fixture)
        fixture.letRenewals(bring: "early")
        #expect(try await programs[0].fetchSession(force: true).tokens.get().refreshToken == "refresh-early")
        fixture.letRenewals(bring: "late")
        #expect(try await programs[1].fetchSession(force: true).tokens.get().refreshToken == "refresh-late")
    }
}
