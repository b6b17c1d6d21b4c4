// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseTestSupport
import NIOCore
import NIOPosix
import Testing

@testable import GatehouseOutbound

/// Requests over real sockets of this machine.
@Suite("Requests to other servers", .hangLimit)
struct PolicedFetchTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-One: 1\r\n\r\nhi"

    @Test("A listed server gets the request and its response is returned")
    func listed() async throws {
        let server = try await RawServer(Self.ok)
        let response = try await server.fetch(listed: "127.0.0.1").fetch(server.request())
        #expect(response.status == 200)
        #expect(response.body == Array("hi".utf8))
        #expect(response.header("x-one") == "1")
        let head = try #require(server.heads.first)
        #expect(head.hasPrefix("GET /path?query HTTP/1.1\r\nHost: provider.example:\(server.port)\r\n"))
        #expect(head.contains("Accept: application/json\r\n"))
    }

    @Test("A name that points to this machine gets no connection, although the lookup gives the address")
    func rebinding() async throws {
        let server = try await RawServer(Self.ok)
        await #expect(throws: OutboundFailure.refusedAddress) {
            try await server.fetch(listed: "").fetch(server.request())
        }
        #expect(server.connections == 0)
    }

    @Test(
        "An address of this machine in any spelling gets no connection",
        arguments: ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
    func spellings(_ host: String) async throws {
        let server = try await RawServer(Self.ok)
        let fetch = try PolicedFetch(policy: AddressPolicy(listed: .none))
        for scheme in ["http", "https"] {
            await #expect(throws: OutboundFailure.self) {
                try await fetch.fetch(server.request("\(scheme)://\(host):\(server.port)/"))
            }
        }
        #expect(server.connections == 0)
    }

    @Test("If an address refuses the connection, the next one of the host is tried")
    func nextAddress() async throws {
        let closed = try await RawServer(Self.ok)
        let port = closed.port
        try await closed.close()
        let server = try await RawServer(Self.ok)
        let fetch = try server.fetch(
            listed: "127.0.0.1", addresses: [("127.0.0.1", port), ("127.0.0.1", port), ("127.0.0.1", server.port)])
        #expect(try await fetch.fetch(server.request()).status == 200)
        #expect(server.connections == 1)
        let none = try server.fetch(listed: "127.0.0.1", addresses: [("127.0.0.1", port), ("127.0.0.1", port)])
        let failure = await #expect(throws: OutboundFailure.self) { try await none.fetch(server.request()) }
        guard case .unreachable(let reason) = failure else {
            Issue.record("the failure is another one")
            return
        }
        #expect(reason.contains("Connection refused"))
    }

    @Test("Each address of a host is checked: one that is not allowed gets no connection, first or not")
    func mixedAddresses() async throws {
        let inner = try await RawServer(Self.ok, host: "127.0.0.2")
        let server = try await RawServer(Self.ok)
        let (own, other) = (("127.0.0.1", server.port), ("127.0.0.2", inner.port))
        for addresses in [[other, own], [own, other]] {
            let fetch = try server.fetch(listed: "127.0.0.1", addresses: addresses)
            #expect(try await fetch.fetch(server.request()).status == 200)
        }
        let closed = try await RawServer(Self.ok)
        let port = closed.port
        try await closed.close()
        // The allowed address does not answer, and the next one is not allowed.
        let fetch = try server.fetch(listed: "127.0.0.1", addresses: [("127.0.0.1", port), other])
        await #expect(throws: OutboundFailure.self) { try await fetch.fetch(server.request()) }
        let refused = try server.fetch(listed: "127.0.0.1", addresses: [other, other])
        await #expect(throws: OutboundFailure.refusedAddress) { try await refused.fetch(server.request()) }
        #expect(inner.connections == 0)
    }

    @Test("Of a host with many addresses, four are tried")
    func manyAddresses() async throws {
        let closed = try await RawServer(Self.ok)
        let port = closed.port
        try await closed.close()
        let server = try await RawServer(Self.ok)
        let dead = Array(repeating: ("127.0.0.1", port), count: PolicedFetch.maximumAddresses)
        let fetch = try server.fetch(listed: "127.0.0.1", addresses: dead + [("127.0.0.1", server.port)])
        await #expect(throws: OutboundFailure.self) { try await fetch.fetch(server.request()) }
        #expect(server.connections == 0)
    }

    @Test("The system's lookup gives the addresses of a name, and none for a name without")
    func systemLookup() throws {
        let found = try SystemLookup.addresses(of: "localhost", port: 443, atMost: 4)
        #expect(!found.isEmpty && found.allSatisfy { $0.port == 443 && ["127.0.0.1", "::1"].contains($0.ipAddress) })
        #expect(try SystemLookup.addresses(of: "::1", port: 80, atMost: 4).map(\.ipAddress) == ["::1"])
        #expect(throws: OutboundFailure.unresolved) {
            try SystemLookup.addresses(of: "a..invalid", port: 80, atMost: 4)
        }
    }

    @Test("A redirect is returned, and its target gets no request")
    func redirect() async throws {
        let target = try await RawServer(Self.ok)
        let server = try await RawServer(
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:\(target.port)/\r\nContent-Length: 0\r\n\r\n")
        let response = try await server.fetch(listed: "127.0.0.1").fetch(server.request())
        #expect(response.status == 302)
        #expect(target.connections == 0)
    }

    @Test(
        "A body beyond the limit is refused, with and without its length",
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123456789",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n4\r\n6789\r\n0\r\n\r\n",
        ])
    func tooLarge(_ answer: String) async throws {
        let server = try await RawServer(answer)
        await #expect(throws: OutboundFailure.tooLarge) {
            try await server.fetch(listed: "127.0.0.1").fetch(server.request(bodyLimit: 8))
        }
        #expect(try await server.fetch(listed: "127.0.0.1").fetch(server.request(bodyLimit: 9)).body.count == 9)
    }

    @Test(
        "A response that ends early, or is no HTTP, is none",
        arguments: ["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1", "220 mail\r\n"])
    func broken(_ answer: String) async throws {
        let server = try await RawServer(answer, closes: true)
        let fetch = try server.fetch(listed: "127.0.0.1")
        let failure = await #expect(throws: OutboundFailure.self) { try await fetch.fetch(server.request()) }
        guard case .unreachable = failure else {
            Issue.record("the failure is another one")
            return
        }
    }

    @Test("A host without free places is refused before it is looked up")
    func busy() async throws {
        let places = FetchPlaces(limit: 1, perHost: 1)
        #expect(places.take("provider.example"))
        let fetch = try PolicedFetch(policy: AddressPolicy(listed: .none), places: places) { _, _ in
            throw SocketAddressError.unsupported
        }
        await #expect(throws: OutboundFailure.busy) {
            try await fetch.fetch(
                OutboundRequest(url: "https://provider.example/", bodyLimit: 8, timeLimit: .seconds(1)))
        }
    }
}
