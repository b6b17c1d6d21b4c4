// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseServer
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import Testing

/// Requests whose bodies arrive in pieces.
@Suite(.hangLimit) struct BodyTests {
    private struct BrokenOff: Error {}

    private static let long = [UInt8](repeating: 0x20, count: 100_000)

    private func gateway(
        inAll: Int, rates: RateLimits? = nil, proxies: TrustedProxies = .none
    ) async throws -> Gateway {
        try await TestGatehouse(
            settings: GatewaySettings(
                signaturePolicy: .anyAdministrator, maximumBodySize: 200_000, maximumBodySizeInAll: inAll, rates: rates,
                proxies: proxies)
        ).installation.gateway
    }

    private func call(from address: String, type: String = "application/x-amz-json-1.1") -> GatewayRequest {
        GatewayRequest(
            method: "POST", path: "/",
            headers: [("X-Amz-Target", "\(userPoolsTarget).SignUp"), ("Content-Type", type)],
            remoteAddress: address)
    }

    @Test func `the body of a request that is refused for its address is not read`() async throws {
        let rates = RateLimits(perAddress: RequestRate(perSecond: 1, burst: 1))
        let gateway = try await gateway(inAll: 1_000_000, rates: rates)
        let counted = PiecedBody(Array(repeating: Self.long, count: 3))
        #expect(try await gateway.respond(to: call(from: "192.0.2.1"), receiving: counted).status == 413)
        #expect(counted.read == 3)
        let unread = PiecedBody(Array(repeating: Self.long, count: 3))
        let answer = try await gateway.respond(to: call(from: "192.0.2.1"), receiving: unread)
        #expect(answer.header("x-amzn-errortype") == "TooManyRequestsException:")
        #expect(unread.read == 0)
        let form = call(from: "192.0.2.1", type: "application/x-www-form-urlencoded")
        let inForm = try await gateway.respond(to: form, receiving: unread)
        #expect(String(decoding: inForm.body, as: UTF8.self).contains("<Code>Throttling</Code>"))
        #expect(unread.read == 0)
    }

    @Test func `long bodies in hand are bounded over all clients, and short ones are answered meanwhile`() async throws
    {
        let gateway = try await gateway(inAll: 800_000)
        try await withThrowingTaskGroup(of: Int.self) { group in
            var uploads: [HeldBody] = []
            for number in 0..<9 {
                let body = HeldBody(Self.long)
                let request = call(from: "192.0.2.\(number)")
                group.addTask { try await gateway.respond(to: request, receiving: body.pieces).status }
                await body.wasTaken()
                uploads.append(body)
            }
            let refused = try await gateway.respond(to: call(from: "192.0.2.99"), receiving: PiecedBody([Self.long]))
            #expect(refused.status == 503)
            #expect(refused.header("x-amzn-errortype") == "ServiceUnavailableException:")
            let short = PiecedBody([[UInt8](repeating: 0x20, count: 16_384)])
            #expect(try await gateway.respond(to: call(from: "192.0.2.99"), receiving: short).status == 400)
            for upload in uploads { upload.end() }
            for try await status in group { #expect(status == 400) }
            let later = try await gateway.respond(to: call(from: "192.0.2.99"), receiving: PiecedBody([Self.long]))
            #expect(later.status == 400)
        }
    }

    @Test func `requests are counted from the first byte, and give their memory back`() async throws {
        // Twelve bodies of 16,384 bytes with heads of 91 bytes fit in.
        let gateway = try await gateway(inAll: 200_000)
        let body = [UInt8](repeating: 0x20, count: 16_384)
        for _ in 1...2 {
            try await withThrowingTaskGroup(of: Int.self) { group in
                var uploads: [HeldBody] = []
                for number in 0..<12 {
                    let held = HeldBody(body)
                    let request = call(from: "192.0.2.\(number)")
                    group.addTask { try await gateway.respond(to: request, receiving: held.pieces).status }
                    await held.wasTaken()
                    uploads.append(held)
                }
                let refused = try await gateway.respond(to: call(from: "192.0.2.99"), receiving: PiecedBody([body]))
                #expect(refused.status == 503)
                for upload in uploads { upload.end() }
                for try await status in group { #expect(status == 400) }
            }
        }
    }

    @Test func `one client gets a quarter of the memory for long bodies, and an interrupted body returns its share`()
        async throws
    {
        let gateway = try await gateway(inAll: 1_600_000)
        for _ in 0..<100 {
            let body = PiecedBody([Self.long]) { throw BrokenOff() }
            await #expect(throws: BrokenOff.self) {
                try await gateway.respond(to: call(from: "192.0.2.1"), receiving: body)
            }
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            var uploads: [HeldBody] = []
            for _ in 0..<4 {
                let body = HeldBody(Self.long)
                let request = call(from: "192.0.2.1")
                group.addTask { try await gateway.respond(to: request, receiving: body.pieces).status }
                await body.wasTaken()
                uploads.append(body)
            }
            for (address, status) in [("192.0.2.1", 503), ("192.0.2.2", 400)] {
                let answer = try await gateway.respond(to: call(from: address), receiving: PiecedBody([Self.long]))
                #expect(answer.status == status)
            }
            for upload in uploads { upload.end() }
            for try await status in group { #expect(status == 400) }
        }
    }
}
