// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseOAuth
import Testing

@Suite("Error codes of OAuth")
struct OAuthErrorTests {
    @Test("have only the characters that RFC 6749 allows in a redirect", arguments: OAuthError.allCases)
    func characters(error: OAuthError) {
        #expect(error.rawValue.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0) })
    }
}
