// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseGateway
import Testing

@Suite struct NetworkAddressTests {
    @Test(arguments: [
        ("127.0.0.1", "::ffff:127.0.0.1"), ("1.2.3.4", "::ffff:102:304"), ("::1", "0:0:0:0:0:0:0:1"),
        ("2001:DB8::1", "2001:db8:0:0::0:1"), ("::", "0:0:0:0:0:0:0:0"), ("fe80::", "fe80:0:0:0:0:0:0:0"),
    ])
    func `different spellings are the same address`(first: String, second: String) throws {
        #expect(try #require(NetworkAddress(first)) == #require(NetworkAddress(second)))
    }

    @Test(arguments: [
        "", "unknown", "1.2.3", "1.2.3.4.5", "1.2.3.256", "1..2.3", "1.2.3.4:80", ".1.2.3", "1.2.3.", "1.2.3.+4",
        ":", ":::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "12345::", "::g", "[::1]", "::1%eth0",
        "1:2:3:4:5:6:7:8::", "::1.2.3.4:5", "1.2.3.4::", "::-1", "::+1", String(repeating: "1:", count: 1_000),
    ])
    func `a text that is not an address is refused`(text: String) {
        #expect(NetworkAddress(text) == nil)
    }

    @Test func `a subscriber is an address of IPv4 or a network of IPv6`() throws {
        let first = try #require(NetworkAddress("2001:db8:1:2:3:4:5:6"))
        #expect(first.subscriber == NetworkAddress("2001:db8:1:2:aaaa::1")?.subscriber)
        #expect(first.subscriber != NetworkAddress("2001:db8:1:3:3:4:5:6")?.subscriber)
        #expect(NetworkAddress("1.2.3.4")?.subscriber != NetworkAddress("1.2.3.5")?.subscriber)
    }

    @Test(arguments: ["10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "/8", "10.0.0.0/8/8", "::/129", "proxy", "10.0.0.1,x"])
    func `a text that is not a list of networks is refused`(text: String) {
        #expect(TrustedProxies(text) == nil)
    }
}
