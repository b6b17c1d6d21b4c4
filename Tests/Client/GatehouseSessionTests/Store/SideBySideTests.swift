// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import GatehouseTestSupport
import Testing

@Suite(.hangLimit) struct SideBySideTests {
    /// Pairs of configurations that two instances may have at the same time.
    private static let pairs: [(StoreFixture.Pools, StoreFixture.Pools)] = [
        (.init(user: "us-east-1_A"), .init(user: "us-east-1_B")),
        (.init(user: "us-east-1_A", identity: "us-east-1:i"), .init(user: "us-east-1_B", identity: "us-east-1:i")),
        (.init(user: "us-east-1_A"), .init(user: "us-east-1_A", identity: "us-east-1:i")),
        (.init(user: "us-east-1_A", identity: "us-east-1:i"), .init(user: "us-east-1_A", identity: "us-east-1:j")),
        (.init(user: "us-east-1_A"), .init(identity: "us-east-1:i")),
        (.init(identity: "us-east-1:i"), .init(user: "us-east-1_A", identity: "us-east-1:i")),
    ]

    /// The session of an instance: a user's refresh token, or a guest's identity.
    private static func holding(_ engine: SessionEngine) async -> String? {
        let report = await engine.fetchSession()
        return (try? report.tokens.get().refreshToken) ?? (try? report.identityID.get())
    }

    /// Gives an instance a user, or a guest where there are no users.
    private static func enter(_ engine: SessionEngine) async throws {
        guard engine.userPoolClient != nil else { return _ = await engine.fetchSession() }
        _ = try await engine.signIn(username: "ada", password: "pw")
    }

    @Test(arguments: pairs.indices, [false, true])
    func `two instances keep their sessions after a restart in either order`(
        pair: Int,
        isSwapped: Bool
    ) async throws {
        let (first, second) = Self.pairs[pair]
        let fixture = try StoreFixture()
        let held = try await fixture.run(first) { one in
            try await fixture.run(second) { two in
                _ = (await one.fetchSession(), await two.fetchSession())
                try await Self.enter(one)
                try await Self.enter(two)
                return [await Self.holding(one), await Self.holding(two)]
            }
        }
        for _ in 1...2 {
            let order = isSwapped ? [second, first] : [first, second]
            var found: [String?] = []
            // One after the other, so that the one that starts first is gone, and still neither follows the other.
            for pools in order { found.append(try await fixture.run(pools, Self.holding)) }
            #expect(found == (isSwapped ? held.reversed() : held))
        }
    }

    @Test(arguments: pairs.indices)
    func `signing out of one leaves the other signed in`(pair: Int) async throws {
        let (first, second) = Self.pairs[pair]
        let fixture = try StoreFixture()
        try await fixture.run(first) { one in
            try await Self.enter(one)
            try await fixture.run(second) { two in
                _ = await two.fetchSession()
                try await Self.enter(two)
                _ = await two.signOut()
            }
            #expect(await Self.holding(one) != nil)
        }
        let held = try await fixture.run(first, Self.holding)
        #expect(held != nil)
        let isSignedIn = try await fixture.run(second) { await $0.fetchSession().isSignedIn }
        #expect(!isSignedIn)
    }

    @Test func `an instance that is added before the old one starts takes nothing away`() async throws {
        let (old, added) = Self.pairs[2]
        let fixture = try StoreFixture()
        try await fixture.signIn(old)
        try await fixture.run(added) { two in
            _ = await two.fetchSession()
            try await fixture.run(old) { one in
                #expect(await one.fetchSession().tokens.isThere)
                _ = await two.signOut()
            }
        }
        let isSignedIn = try await fixture.run(old) { await $0.fetchSession().isSignedIn }
        #expect(isSignedIn)
    }

    @Test(arguments: ["{ half", "[]", "{\"entries\":7}", ""])
    func `a damaged ledger costs no session`(text: String) async throws {
        let (first, second) = Self.pairs[2]
        let fixture = try StoreFixture()
        try await fixture.run(first) { one in
            try await fixture.run(second) { two in
                try await Self.enter(one)
                try await Self.enter(two)
            }
        }
        try fixture.store.write(Data(text.utf8), for: StoreKeys.configuration)
        let held = [
            try await fixture.run(second, Self.holding), try await fixture.run(first, Self.holding),
        ]
        #expect(held == ["refresh-2", "refresh-1"])
    }

    @Test func `many configurations at once in one directory lose no entry`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let pools = (0..<12).map { StoreFixture.Pools(user: "us-east-1_P\($0)") }
        for _ in 1...2 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for pools in pools {
                    let fixture = try StoreFixture(store: FileCredentialStore(directory: directory))
                    group.addTask {
                        try await fixture.run(pools) { engine in
                            if await engine.fetchSession().isSignedIn { return }
                            _ = try await engine.signIn(username: "ada", password: "pw")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        for pools in pools {
            let fixture = try StoreFixture(store: FileCredentialStore(directory: directory))
            let isSignedIn = try await fixture.run(pools) { await $0.fetchSession().isSignedIn }
            #expect(isSignedIn)
        }
        guard case .found(let data) = FileCredentialStore(directory: directory).read(StoreKeys.configuration) else {
            Issue.record("There is no ledger.")
            return
        }
        let ledger = String(decoding: data, as: UTF8.self)
        #expect(pools.allSatisfy { ledger.contains("\"\($0.user ?? "")\"") })
    }
}
