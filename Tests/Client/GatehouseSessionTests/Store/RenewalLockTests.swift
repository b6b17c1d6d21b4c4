// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// The lock for renewals by programs with a common store.
@Suite(.hangLimit) struct RenewalLockTests {
    private static func directory() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)/store")
    }

    private static func isHeld(_ attempt: StoreLock.Attempt) -> Bool {
        if case .held = attempt { true } else { false }
    }

    private static func isTaken(_ attempt: StoreLock.Attempt) -> Bool {
        if case .taken = attempt { true } else { false }
    }

    @Test(arguments: [false, true])
    func `one holder has the lock of a session at a time, and others have other sessions' locks`(
        isOnDisk: Bool
    ) throws {
        let directory = Self.directory()
        defer { try? FileManager.default.removeItem(at: directory.deletingLastPathComponent()) }
        let memory = InMemoryCredentialStore()
        let (one, two): (any CredentialStore, any CredentialStore) =
            isOnDisk
            ? (FileCredentialStore(directory: directory), FileCredentialStore(directory: directory)) : (memory, memory)
        guard case .held(let lock) = one.tryLock("a") else {
            Issue.record("the lock is free, and it is not given")
            return
        }
        #expect(Self.isTaken(two.tryLock("a")) && Self.isTaken(one.tryLock("a")))
        #expect(Self.isHeld(two.tryLock("b")))
        lock.release()
        lock.release()
        // Not kept, and therefore given back.
        #expect(Self.isHeld(two.tryLock("a")))
        #expect(Self.isHeld(one.tryLock("a")))
        #expect(try one.keys(startingWith: "").isEmpty)
    }

    #if os(Linux)
    @Test func `a starting program does not keep a lock`() throws {
        let directory = Self.directory()
        defer { try? FileManager.default.removeItem(at: directory.deletingLastPathComponent()) }
        let store = FileCredentialStore(directory: directory)
        guard case .held(let lock) = store.tryLock("a") else {
            Issue.record("the lock is free, and it is not given")
            return
        }
        // Such a program has copies of all descriptors for a moment.
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
            let file = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            return file?.hasPrefix(directory.path) == true
        }
        let copies = open.compactMap { Int32($0) }.map { dup($0) }
        defer { copies.forEach { close($0) } }
        #expect(copies.count == 1)
        lock.release()
        #expect(Self.isHeld(store.tryLock("a")))
    }
    #endif

    @Test func `a folder that cannot be made has no lock`() {
        let store = FileCredentialStore(directory: URL(filePath: "/proc/none/store"))
        guard case .unavailable = store.tryLock("a") else {
            Issue.record("a lock in a folder that is not there")
            return
        }
    }

    @Test(arguments: [false, true])
    func `programs that have one store spend each refresh token once`(isOnDisk: Bool) async throws {
        let directory = Self.directory()
        defer { try? FileManager.default.removeItem(at: directory.deletingLastPathComponent()) }
        let store: any CredentialStore =
            isOnDisk ? FileCredentialStore(directory: directory) : InMemoryCredentialStore()
        let fixture = try Fixture(identityPool: false, rules: .mobileClient, store: store)
        try await fixture.signIn()
        let (one, pause) = (fixture.engine, Barrier())
        let two = fixture.engine(whoseDeadlines: Duration.milliseconds(20)...Duration.milliseconds(20), passAt: pause)
        #expect(await two.fetchSession().isSignedIn)
        fixture.expire()
        let barrier = fixture.holdRenewals(bringing: "next")
        async let first = one.freshTokens()
        await barrier.someone()
        async let second = two.fetchSession()
        await pause.someone()
        barrier.open()
        #expect(try await first.refreshToken == "refresh-next")
        pause.open()
        #expect(try await second.tokens.get().refreshToken == "refresh-next")
        #expect(fixture.service.operations == ["GetTokensFromRefreshToken"])
    }

    @Test func `the pauses grow, and after half the time of a call the request is made without the lock`() async throws
    {
        let fixture = try Fixture(identityPool: false, rules: .mobileClient)
        try await fixture.signIn()
        fixture.expire()
        let key = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil).session
        let lock = fixture.store.tryLock(key)
        #expect(try await fixture.engine.freshTokens().refreshToken == "refresh-1")
        #expect(fixture.service.operations == ["GetTokensFromRefreshToken"])
        #expect(Array(fixture.clock.pauses.prefix(3)) == [.milliseconds(20), .milliseconds(40), .milliseconds(80)])
        #expect(fixture.clock.pauses.max() == .milliseconds(500))
        let waited = fixture.clock.pauses.reduce(.zero, +)
        #expect(waited > .seconds(29) && waited <= .seconds(30))
        withExtendedLifetime(lock) {}
    }

    @Test func `the lock is released after a failure as well`() async throws {
        let fixture = try Fixture(identityPool: false, rules: .mobileClient)
        try await fixture.signIn()
        fixture.expire()
        let key = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil).session
        for reply in [ScriptedService.Reply.trouble(.unreachable), .fault("NotAuthorizedException")] {
            fixture.service.on("GetTokensFromRefreshToken", reply)
            await #expect(throws: SessionError.self) { try await fixture.engine.freshTokens() }
            #expect(Self.isHeld(fixture.store.tryLock(key)))
        }
    }

    @Test func `a call that is cut off while it waits ends, and makes no request`() async throws {
        let fixture = try Fixture(identityPool: false, rules: .mobileClient)
        try await fixture.signIn()
        fixture.expire()
        let key = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil).session
        let lock = fixture.store.tryLock(key)
        let barrier = Barrier()
        let engine = fixture.engine(whoseDeadlines: Duration.seconds(60)...Duration.seconds(60), passAt: barrier)
        fixture.clock.setPatience(.zero)
        async let report = engine.fetchSession()
        await barrier.someone()
        barrier.open()
        #expect(await !report.tokens.isThere)
        #expect(fixture.service.operations.isEmpty)
        withExtendedLifetime(lock) {}
    }
}
