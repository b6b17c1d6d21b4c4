// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseOutbound

@Suite struct MailAddressTests {
    @Test(
        arguments: [
            ("ada@example.org", "ada@example.org", nil, "ada@example.org"),
            ("Ada <ada@example.org>", "ada@example.org", "Ada", "Ada <ada@example.org>"),
            ("\"Ada, Countess\" <a@b>", "a@b", "Ada, Countess", "\"Ada, Countess\" <a@b>"),
            ("O\"Neill <o@b>", "o@b", "O\"Neill", "\"O\\\"Neill\" <o@b>"),
            ("<a@b>", "a@b", nil, "a@b"),
            ("Zoë <z@b>", "z@b", "Zoë", "=?UTF-8?B?Wm/Dqw==?= <z@b>"),
            ("jürgen@b", "jürgen@b", nil, "jürgen@b"),
            ("a+b=c/d'e@b.example", "a+b=c/d'e@b.example", nil, "a+b=c/d'e@b.example"),
        ] as [(String, String, String?, String)])
    func `a mailbox is an address with or without a name`(
        _ text: String, _ address: String, _ name: String?, _ header: String
    ) throws {
        let mailbox = try #require(MailAddress(mailbox: text))
        #expect(mailbox.address == address)
        #expect(mailbox.name == name)
        #expect(mailbox.header == header)
    }

    @Test(arguments: [
        "", "ada", "@b", "a@", "a@b@c", "a b@c", "a@b\r\nRCPT TO:<x@y>", "a\n@b", "a@b\0", "a@b>", "<a@b", "a<@b",
        "a@b,c@d", "a@b;", "\"a\"@b", "a@[127.0.0.1]", "a\u{2028}@b", "a\u{200B}@b", "a\u{A0}@b", "a:b@c", "a\\@b",
        "Ada\r\nBcc: x@y <a@b>", "Ada\u{0} <a@b>", String(repeating: "a", count: 65) + "@b",
        "a\u{0D4E}@b@c", "a@\u{0301}b@c",
        "a@" + String(repeating: "b", count: 260),
    ])
    func `an address with a character that could end a command or a header is refused`(_ text: String) {
        #expect(MailAddress(mailbox: text) == nil)
    }
}
