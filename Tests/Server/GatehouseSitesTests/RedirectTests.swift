// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import Testing

@Suite struct RedirectTests {
    @Test func `a redirect has a status after which no client repeats a POST`() {
        let response = GatewayResponse.redirect(to: "https://app.example/?code=1&state=%20")
        #expect(response.status == 303)
        #expect(response.header("Location") == "https://app.example/?code=1&state=%20")
        #expect(GatewayResponse.redirect(to: "myapp://", .found).status == 302)
    }

    @Test(
        .tags(.security),
        arguments: [
            ("/a\r\nSet-Cookie: b=c", "/a%0D%0ASet-Cookie:%20b=c"), ("/\u{E9}", "/%C3%A9"), ("/\u{7F}\t", "/%7F%09"),
        ])
    func `a location cannot add headers`(location: String, escaped: String) {
        #expect(GatewayResponse.redirect(to: location).header("Location") == escaped)
    }
}
