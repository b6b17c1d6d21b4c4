// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import Testing

@testable import GatehouseOutbound

@Suite("URLs of requests to other servers")
struct FetchTargetTests {
    @Test("Host, port and path are those of the URL")
    func parts() throws {
        let plain = try FetchTarget("https://Login.Example.com/a/b?c=d")
        #expect((plain.host, plain.port, plain.path) == ("login.example.com", 443, "/a/b?c=d"))
        #expect(plain.authority == "login.example.com")
        let query = try FetchTarget("http://localhost:8080?a")
        #expect((query.host, query.port, query.path) == ("localhost", 8_080, "/?a"))
        #expect(!query.isEncrypted)
        let six = try FetchTarget("https://[::1]:9/")
        #expect((six.host, six.port, six.authority) == ("::1", 9, "[::1]:9"))
    }

    @Test(
        "A URL that two readers could take apart differently is refused",
        arguments: [
            "", "https://", "https:///path", "ftp://example.com/", "file:///etc/passwd", "//example.com/",
            "https://user@example.com/", "https://example.com@127.0.0.1/", "https://example.com#@127.0.0.1/",
            "https://example.com\\@127.0.0.1/", "https://example.com:443:80/", "https://example.com:0/",
            "https://example.com:65536/", "https://example.com:+1/", "https://exa mple.com/",
            "https://example.com/\r\nX: y",
            "https://[::1/", "https://[fe80::1%25eth0]/", "https://[::1]x/", "https://ex%61mple.com/",
            "https://exämple.com/",
            "https://" + String(repeating: "a", count: 254) + "/", "https://a/" + String(repeating: "b", count: 8_192),
        ])
    func refused(_ url: String) {
        #expect(throws: OutboundFailure.malformedURL) { try FetchTarget(url) }
    }
}

@Suite("Addresses that the server may reach")
struct AddressPolicyTests {
    private static func failure(
        _ text: String, listed: String = "", isEncrypted: Bool = true
    ) throws -> OutboundFailure? {
        let policy = AddressPolicy(listed: try #require(NetworkList(listed)))
        do {
            try policy.check(try #require(NetworkAddress(text)), isEncrypted: isEncrypted)
            return nil
        } catch let failure as OutboundFailure {
            return failure
        }
    }

    @Test("A public address is reached over TLS", arguments: ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"])
    func publicAddress(_ text: String) throws {
        #expect(try Self.failure(text) == nil)
        #expect(try Self.failure(text, isEncrypted: false) == .notEncrypted)
    }

    @Test(
        "An address inside, in whatever form it is written, is refused",
        arguments: [
            "127.0.0.1", "0.0.0.0", "10.1.2.3", "100.64.0.1", "169.254.169.254", "172.31.255.255", "192.168.0.1",
            "192.0.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "168.63.129.16", "::", "::1",
            "::ffff:127.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b::7f00:1",
            "64:ff9b:1::808:808", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "2001::1",
            "2001:db8::1", "2002:7f00:1::", "3fff::1", "100::1",
        ])
    func inside(_ text: String) throws {
        #expect(try Self.failure(text) == .refusedAddress)
    }

    @Test("A listed network is reached, also without TLS and through a translator")
    func listed() throws {
        for text in ["10.1.2.3", "::ffff:10.1.2.3", "64:ff9b::a01:203"] {
            #expect(try Self.failure(text, listed: "10.1.0.0/16", isEncrypted: false) == nil)
        }
        #expect(try Self.failure("10.2.0.1", listed: "10.1.0.0/16") == .refusedAddress)
    }
}
