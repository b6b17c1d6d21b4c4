// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Dispatch
import GatehouseCore
import GatehouseCrypto
import GatehousePasswordHashing
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPoolKernel

/// Hashes that are slow, cannot be computed, or cannot be read.
@Suite(.hangLimit) struct SlowHashTests {
    private func fixture() async throws -> PoolFixture {
        let fixture = try await PoolFixture.make()
        _ = try await fixture.finishedJob(
            ["alice", "bob"].map { PoolFixture.row($0, ["password_hash": PoolFixture.bcryptHash]) }, hashing: .bcrypt)
        try await fixture.makeUser("carol")
        return fixture
    }

    @Test func `others sign in while hashes are computed`() async throws {
        let fixture = try await fixture()
        let hasher = FaultyHasher.waiting()
        let service = fixture.service(hasher: hasher, hashing: .bounded(threads: 1, places: 1, longestWait: .max))
        try await withThrowingTaskGroup(of: AuthenticationResultType?.self) { group in
            group.addTask { try await service.initiateAuth(fixture.passwordRequest()).authenticationResult }
            await hasher.hasBegun()
            do {
                defer { hasher.goOn() }
                _ = try await service.initiateAuth(fixture.passwordRequest("carol"))
            }
            let tokens = try await group.next() ?? nil
            #expect(tokens?.accessToken != nil)
        }
    }

    @Test func `while too many hashes wait, a refusal does not show whose password was imported`() async throws {
        let fixture = try await fixture()
        let hasher = FaultyHasher.waiting()
        let service = fixture.service(hasher: hasher, hashing: .bounded(threads: 1, places: 0))
        try await withThrowingTaskGroup(of: AuthenticationResultType?.self) { group in
            group.addTask { try await service.initiateAuth(fixture.passwordRequest()).authenticationResult }
            await hasher.hasBegun()
            do {
                defer { hasher.goOn() }
                for name in ["bob", "carol"] {
                    let refusal = try await fault { _ = try await service.initiateAuth(fixture.passwordRequest(name)) }
                    #expect(refusal?.overload == .hashing, "\(name)")
                }
            }
            let tokens = try await group.next() ?? nil
            #expect(tokens?.accessToken != nil)
        }
        #expect(try await fixture.tokens("bob").accessToken != nil)
    }

    @Test func `a password whose hash cannot be computed is a wrong one and is counted`() async throws {
        let fixture = try await fixture()
        let service = fixture.service(hasher: FaultyHasher.failing)
        for _ in 0..<5 {
            #expect(
                try await fault { _ = try await service.initiateAuth(fixture.passwordRequest()) }
                    == .wrongCredentials)
        }
        #expect(try await fault { _ = try await fixture.tokens() } == .lockedOut)
    }

    @Test func `a sign-in during a lockout computes no hash`() async throws {
        let fixture = try await fixture()
        for _ in 0..<5 {
            #expect(try await fault { _ = try await fixture.signInWithPassword("alice", "no") } == .wrongCredentials)
        }
        let service = fixture.service(hasher: FaultyHasher.failing)
        #expect(try await fault { _ = try await service.initiateAuth(fixture.passwordRequest()) } == .lockedOut)
    }

    @Test func `the hasher knows the pool of the user whose password is checked`() async throws {
        let fixture = try await fixture()
        let (pools, named) = AsyncStream.makeStream(of: String.self)
        var hasher = FaultyHasher.failing
        hasher.didNamePool = { named.yield($0) }
        let service = fixture.service(hasher: hasher)
        _ = try await fault { _ = try await service.initiateAuth(fixture.passwordRequest()) }
        named.finish()
        #expect(await pools.first { _ in true } == fixture.poolID)
    }

    @Test(arguments: ["", "BCRYPT", "BCRYPT:$2b$99$", "MD5:x"])
    func `a stored hash that cannot be read is an internal error with its cause`(_ text: String) async throws {
        let fixture = try await fixture()
        let passwords = fixture.anyone.pools.passwords
        var user = try await fixture.storedUser()
        let sealed = passwords.seal(
            [StoredPasswords.importMark] + Array(text.utf8), poolID: user.poolID, sub: user.sub)
        user.password = UserRecord.SealedPassword(sealed: sealed, setAt: fixture.gatehouse.clock.now)
        try await fixture.anyone.pools.records.write { [user] in try $0.update(user) }
        let failure = try await fault { _ = try await fixture.tokens() }
        #expect(failure?.code == .internalError && failure?.cause as? StoredPasswordError == .unreadableHash)
    }
}

/// Refuses to compute hashes, or makes them wait for the test.
private struct FaultyHasher: PasswordHasher {
    private let system = SystemPasswordHasher()
    private let gate: (begun: AsyncStream<Void>, begin: AsyncStream<Void>.Continuation, end: DispatchSemaphore)?

    var didNamePool: @Sendable (_ poolID: String) -> Void = { _ in }

    static let failing = FaultyHasher(gate: nil)

    static func waiting() -> FaultyHasher {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        return FaultyHasher(gate: (begun, begin, DispatchSemaphore(value: 0)))
    }

    private init(gate: (AsyncStream<Void>, AsyncStream<Void>.Continuation, DispatchSemaphore)?) {
        self.gate = gate
    }

    /// Waits until a hash is being computed.
    func hasBegun() async {
        guard let gate else { return }
        for await _ in gate.begun { return }
    }

    func goOn() { gate?.end.signal() }

    func inPool(_ poolID: String) -> any PasswordHasher {
        didNamePool(poolID)
        return self
    }

    func bcrypt(_ password: [UInt8], setting: String) throws(PasswordHasherError) -> String {
        guard let gate else { throw .failed }
        gate.begin.yield()
        gate.end.wait()
        return try system.bcrypt(password, setting: setting)
    }

    func pbkdf2SHA256(
        _ password: [UInt8], salt: [UInt8], iterations: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] { throw .failed }

    func scrypt(
        _ password: [UInt8], salt: [UInt8], cost: Int, blockSize: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] { throw .failed }

    func argon2id(
        _ password: [UInt8], salt: [UInt8], memory: Int, passes: Int, lanes: Int, count: Int
    ) throws(PasswordHasherError) -> [UInt8] { throw .failed }
}
