// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseWire
import ProjectShapes
import Testing

@testable import GatehouseProjects

@Suite struct LockTests {
    private let bench: ProjectsBench
    private let project: String

    init() async throws {
        bench = try await ProjectsBench()
        project = try await bench.makeProject()
        for name in ["dev", "prod"] { try await bench.makeEnvironment(name, of: project) }
    }

    private func environment(_ name: String = "dev") async throws -> EnvironmentRecord? {
        try await bench.service.describeEnvironment(
            DescribeEnvironmentRequest(appId: project, environmentName: name)
        ).environment
    }

    private func renew(_ token: String) async throws -> Date? {
        try await bench.service.renewLock(
            RenewLockRequest(appId: project, environmentName: "dev", lockToken: token)
        ).expiresAt
    }

    private func unlock(_ token: String) async throws {
        try await bench.service.unlockEnvironment(
            UnlockEnvironmentRequest(appId: project, environmentName: "dev", lockToken: token))
    }

    @Test func `an environment that is held names its holder, and the others are free`() async throws {
        let now = bench.gatehouse.clock.now
        let token = try await bench.lock(of: project, by: "ada@one")
        #expect(token.utf8.count == 43)
        let lock = try #require(try await environment()?.lock)
        #expect(lock == EnvironmentLock(holder: "ada@one", lockedAt: now, expiresAt: now.addingTimeInterval(600)))
        bench.gatehouse.clock.advance(by: 599)
        let fault = await #expect(throws: ServiceFault.self) { try await bench.lock(of: project, by: "bob@two") }
        #expect(fault?.code == .environmentLocked && fault?.message.contains("ada@one") == true)
        #expect(fault?.members["Holder"] == "ada@one")
        #expect(fault?.members["LockedAt"] == WireTimestamp.epochSeconds(now))
        #expect(fault?.members["ExpiresAt"] == WireTimestamp.epochSeconds(now.addingTimeInterval(600)))
        _ = try await bench.lock("prod", of: project, by: "bob@two")
    }

    @Test func `a lock that was not renewed is free after ten minutes, and lost for its holder`() async throws {
        let first = try await bench.lock(of: project)
        bench.gatehouse.clock.advance(by: 600)
        #expect(try await environment()?.lock == nil)
        let expired = await #expect(throws: ServiceFault.self) { try await renew(first) }
        #expect(expired?.code == .lockLost)
        let second = try await bench.lock(of: project, by: "bob@two")
        #expect(second != first)
        let lost = await #expect(throws: ServiceFault.self) { try await bench.push([:], of: project, with: first) }
        #expect(lost?.code == .lockLost)
        // The end of the push that lost its lock does not free the next one's.
        try await unlock(first)
        #expect(try await environment()?.lock?.holder == "bob@two")
        _ = try await bench.push([:], of: project, with: second)
    }

    @Test func `a lock that is renewed stays held`() async throws {
        let token = try await bench.lock(of: project)
        for _ in 0..<4 {
            bench.gatehouse.clock.advance(by: 500)
            #expect(try await renew(token) == bench.gatehouse.clock.now.addingTimeInterval(600))
        }
        let lock = try #require(try await environment()?.lock)
        #expect(lock.lockedAt == bench.gatehouse.clock.now.addingTimeInterval(-2_000))
        _ = try await bench.push([:], of: project, with: token)
    }

    @Test func `an environment that was unlocked is free at once`() async throws {
        let token = try await bench.lock(of: project)
        try await unlock(token)
        #expect(try await environment()?.lock == nil)
        let lost = await #expect(throws: ServiceFault.self) { try await renew(token) }
        #expect(lost?.code == .lockLost)
        try await unlock(token)
        _ = try await bench.lock(of: project, by: "bob@two")
    }

    @Test func `a lock does not last until a clock that was set back is there again`() async throws {
        let token = try await bench.lock(of: project)
        bench.gatehouse.clock.advance(by: -86_400)
        #expect(try await environment()?.lock == nil)
        _ = try await bench.lock(of: project, by: "bob@two")
        let lost = await #expect(throws: ServiceFault.self) { try await renew(token) }
        #expect(lost?.code == .lockLost)
    }

    @Test func `of two that lock at once, one holds the environment`() async throws {
        let holders = await withTaskGroup(of: Int.self) { group in
            for number in 0..<8 {
                group.addTask { [bench, project] in
                    do {
                        _ = try await bench.lock(of: project, by: "number \(number)")
                        return 1
                    } catch {
                        return 0
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(holders == 1)
    }

    @Test func `the holder takes a lock over with the client token of the request whose answer was lost`() async throws
    {
        func take(_ token: String?, by holder: String = "ada@one") async throws -> String {
            let answer = try await bench.service.lockEnvironment(
                LockEnvironmentRequest(
                    appId: project, environmentName: "dev", holder: holder, clientToken: token))
            return try #require(answer.lockToken)
        }
        let first = try await take("a-1")
        bench.gatehouse.clock.advance(by: 60)
        let others: [(token: String?, holder: String)] = [("a-2", "ada@one"), (nil, "ada@one"), ("a-1", "bob@two")]
        for (token, holder) in others {
            let fault = await #expect(throws: ServiceFault.self) { try await take(token, by: holder) }
            #expect(fault?.code == .environmentLocked)
        }
        let second = try await take("a-1")
        #expect(try await environment()?.lock?.expiresAt == bench.gatehouse.clock.now.addingTimeInterval(600))
        let lost = await #expect(throws: ServiceFault.self) { try await renew(first) }
        #expect(lost?.code == .lockLost)
        _ = try await bench.push([:], of: project, with: second)
        try await unlock(second)
        // A lock without a client token is taken over by no request.
        _ = try await take(nil)
        let fault = await #expect(throws: ServiceFault.self) { try await take(nil) }
        #expect(fault?.code == .environmentLocked)
    }
}
