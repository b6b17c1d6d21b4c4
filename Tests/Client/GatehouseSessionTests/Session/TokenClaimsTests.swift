// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import Testing

@testable import GatehouseSession

@Suite struct TokenClaimsTests {
    private static func token(_ payload: String) -> String {
        "e30." + Base64URL.encode(Array(payload.utf8)) + ".c2ln"
    }

    @Test func `claims are read`() {
        let claims = TokenClaims(Self.token(#"{"exp":1800000000,"sub":"s","username":"u"}"#))
        #expect(claims.expiration == Date(timeIntervalSince1970: 1_800_000_000))
        #expect(claims.sub == "s" && claims.username == "u")
        #expect(TokenClaims(Self.token(#"{"cognito:username":"u"}"#)).username == "u")
    }

    @Test(arguments: [
        "", ".", "..", "...", "a.b.c", "no token", "e30.e30", "e30.!!!.x", "e30.W10.x",
        String(repeating: "x", count: 100_000), token("[1]"), token("17"), token("{"),
        token(String(repeating: "[", count: 10_000)),
    ])
    func `garbage has no claims`(token: String) {
        let claims = TokenClaims(token)
        #expect(claims.expiration == nil && claims.sub == nil && claims.username == nil)
    }

    @Test(arguments: ["\"1800000000\"", "1e400", "-1", "1e300", "null", "true", "9223372036854775808"])
    func `an invalid expiry is not read`(exp: String) {
        #expect(TokenClaims(Self.token(#"{"exp":\#(exp),"sub":"s"}"#)).expiration == nil)
    }
}
