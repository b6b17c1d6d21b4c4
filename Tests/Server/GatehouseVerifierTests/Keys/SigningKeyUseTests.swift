// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseTesting
import GatehouseVerifier
import Testing

@Suite struct SigningKeyUseTests {
    @Test func `one call serves an access key for five minutes, and another one confirms it`() async throws {
        let (service, ada) = try await Self.prepare()
        for _ in 0..<10 { #expect(await service.refusal(service.signed(by: ada)) == nil) }
        #expect(service.server.calls == 1)
        service.gatehouse.clock.advance(by: 301)
        for _ in 0..<10 { #expect(await service.refusal(service.signed(by: ada)) == nil) }
        #expect(service.server.calls == 2)
    }

    @Test func `a new day needs a new key`() async throws {
        let (service, ada) = try await Self.prepare()
        #expect(await service.refusal(service.signed(by: ada)) == nil)
        service.server.setReachable(false)
        service.gatehouse.clock.advance(by: 86_400)
        #expect(await service.refusal(service.signed(by: ada))?.kind == .unavailable)
        service.server.setReachable(true)
        #expect(await service.refusal(service.signed(by: ada)) == nil)
    }

    @Test func `a deleted access key ends within five minutes`() async throws {
        let (service, ada) = try await Self.prepare()
        #expect(await service.refusal(service.signed(by: ada)) == nil)
        try await service.gatehouse.installation.securityTokens.registry.deleteKey(ada.accessKeyID)
        service.gatehouse.clock.advance(by: 301)
        #expect(await service.refusal(service.signed(by: ada))?.kind == .unknownKey)
    }

    @Test func `while the server is down, known keys stay valid and new ones do not`() async throws {
        let (service, ada) = try await Self.prepare()
        let bob = try await OrderService.makeUser("bob", in: service.gatehouse)
        #expect(await service.refusal(service.signed(by: ada)) == nil)
        service.server.setReachable(false)
        service.gatehouse.clock.advance(by: 301)
        for _ in 0..<10 { #expect(await service.refusal(service.signed(by: ada)) == nil) }
        // One call in thirty seconds tries to reach the server.
        #expect(service.server.calls == 2)
        #expect(await service.refusal(service.signed(by: bob))?.kind == .unavailable)
        #expect(await service.refusal(service.signed(by: bob))?.status == 503)
    }

    @Test func `a key is never used beyond its credentials, also while the server is down`() async throws {
        let service = try await OrderService()
        let guest = try await service.guest().credentials
        #expect(await service.refusal(service.signed(by: guest)) == nil)
        service.server.setReachable(false)
        service.gatehouse.clock.advance(by: 3_599)
        #expect(await service.refusal(service.signed(by: guest)) == nil)
        service.gatehouse.clock.advance(by: 1)
        #expect(await service.refusal(service.signed(by: guest)) != nil)
        service.server.setReachable(true)
        #expect(await service.refusal(service.signed(by: guest))?.kind == .sessionExpired)
    }

    @Test func `requests for one key share one call`() async throws {
        let (service, ada) = try await Self.prepare()
        let request = service.signed(by: ada)
        let refusals = await withTaskGroup(of: RequestRefusal?.self) { group in
            for _ in 0..<50 { group.addTask { await service.refusal(request) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(refusals.allSatisfy { $0 == nil })
        #expect(service.server.calls == 1)
    }

    @Test func `a refused access key is not asked for again at once`() async throws {
        let (service, _) = try await Self.prepare()
        let unknown = SigningCredentials(accessKeyID: "AKIAABCDEFGHIJKLMNOP", secretAccessKey: "secret")
        for _ in 0..<10 { #expect(await service.refusal(service.signed(by: unknown))?.kind == .unknownKey) }
        #expect(service.server.calls == 1)
        service.gatehouse.clock.advance(by: 31)
        #expect(await service.refusal(service.signed(by: unknown))?.kind == .unknownKey)
        #expect(service.server.calls == 2)
    }

    @Test func `a flood of unknown access keys is bounded, and delays no known one`() async throws {
        var limits = SigningKeyLimits()
        limits.unknownKeysPerSecond = 5
        let service = try await OrderService(limits: limits)
        let ada = try await OrderService.makeUser("ada", in: service.gatehouse)
        #expect(await service.refusal(service.signed(by: ada)) == nil)
        service.gatehouse.clock.advance(by: 10)
        var kinds: [RequestRefusal.Kind?] = []
        for first in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" {
            let unknown = SigningCredentials(accessKeyID: "AKIA\(first)BCDEFGHIJKLMNOP", secretAccessKey: "secret")
            kinds.append(await service.refusal(service.signed(by: unknown))?.kind)
        }
        #expect(kinds == Array(repeating: .unknownKey, count: 5) + Array(repeating: .busy, count: 21))
        #expect(service.server.calls == 6)
        #expect(await service.refusal(service.signed(by: ada)) == nil)
        // Its confirmation is not part of the limit.
        service.gatehouse.clock.advance(by: 0.1)
        #expect(await service.refusal(service.signed(by: ada)) == nil)
        service.gatehouse.clock.advance(by: 1)
        let unknown = SigningCredentials(accessKeyID: "AKIA7BCDEFGHIJKLMNOP", secretAccessKey: "secret")
        #expect(await service.refusal(service.signed(by: unknown))?.kind == .unknownKey)
    }

    private static func prepare() async throws -> (OrderService, SigningCredentials) {
        let service = try await OrderService()
        return (service, try await OrderService.makeUser("ada", in: service.gatehouse))
    }
}
