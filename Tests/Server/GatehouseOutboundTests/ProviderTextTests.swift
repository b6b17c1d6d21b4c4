// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import Testing

@testable import GatehouseOutbound

@Suite struct ProviderTextTests {
    @Test(arguments: [
        ("550 5.1.1 <ada@example.org>: no such user", "550 5.1.1 <***>: no such user"),
        ("550 5.1.1 ADA@Example.ORG unknown", "550 5.1.1 *** unknown"),
        ("550 mailbox ada is full", "550 mailbox *** is full"), ("550 canada <x-ada>", "550 canada <x-***>"),
        ("552 'Your code is 314159' looks like spam", "552 '***' looks like spam"),
        ("550 <ada@example.org\u{0301}>", "550 <***\u{0301}>"), ("552 314159\u{0301}", "552 ***\u{0301}"),
        ("552 314159?", "552 ***?"), ("token s3cret-token bad", "token *** bad"),
        ("two\r\nlines\u{0}and\u{1B}[31m more", "two lines and [31m more"), ("", ""),
    ])
    func `addresses and codes are removed from the provider's text`(_ said: String, _ shown: String) {
        #expect(ProviderText(said, about: .make(), secrets: ["s3cret-token"]).text == shown)
    }

    @Test func `a number is struck out with or without its plus`() {
        let message = Message.make(to: "+12025550123", medium: .sms)
        #expect(ProviderText("12025550123 or +12025550123", about: message).text == "*** or ***")
    }

    @Test func `a long answer is cut`() {
        let said = String(repeating: "x y ", count: 100_000)
        #expect(ProviderText(said, about: .make()).text.count == 200)
    }
}
