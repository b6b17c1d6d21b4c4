// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseServerCrypto
import Testing

/// The form of messages; that the SDK itself opens them is tested from outside, with Python's.
@Suite struct EncryptedMessageTests {
    private static func key(_ byte: UInt8 = 7) throws -> RawAESKey {
        try #require(RawAESKey(namespace: "house", name: "codes", bytes: [UInt8](repeating: byte, count: 32)))
    }

    private static func seal(_ text: String, seed: UInt64 = 1) throws -> [UInt8] {
        EncryptedMessage.seal(
            Array(text.utf8), under: try key(), context: ["userpool-id": "p", "a": "b"], entropy: .seeded(seed))
    }

    @Test func `the header shows suite, context and the names of the key`() throws {
        let message = try Self.seal("123456")
        #expect(Array(message.prefix(3)) == [2, 0x04, 0x78])
        let context: [UInt8] =
            [0, 24, 0, 2, 0, 1] + Array("a".utf8) + [0, 1] + Array("b".utf8) + [0, 11]
            + Array("userpool-id".utf8) + [0, 1] + Array("p".utf8)
        #expect(Array(message[35..<61]) == context)
        let names: [UInt8] = [0, 1, 0, 5] + Array("house".utf8) + [0, 25] + Array("codes".utf8) + [0, 0, 0, 128]
        #expect(Array(message[61..<(61 + names.count)]) == names)
    }

    @Test(arguments: [0, 1, 6, 4_095])
    func `the frame is as long as the text, and shows nothing of it`(count: Int) throws {
        let text = String(repeating: "x", count: count)
        let empty = try Self.seal("").count
        let message = try Self.seal(text)
        #expect(message.count == empty + count)
        #expect(count < 6 || !String(decoding: message, as: UTF8.self).contains("xxxxxx"))
    }

    @Test func `two messages of one text differ`() throws {
        #expect(try Self.seal("123456", seed: 1) != Self.seal("123456", seed: 2))
    }

    @Test(arguments: [0, 16, 31, 33]) func `a key has 32 bytes`(count: Int) {
        #expect(RawAESKey(namespace: "n", name: "k", bytes: [UInt8](repeating: 0, count: count)) == nil)
    }

    @Test func `a key without names is refused, and no description shows it`() throws {
        let bytes = [UInt8](repeating: 65, count: 32)
        #expect(RawAESKey(namespace: "", name: "k", bytes: bytes) == nil)
        #expect(RawAESKey(namespace: "n", name: "", bytes: bytes) == nil)
        let key = try Self.key(65)
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!"\(key)\(dumped)".contains("AAAA"))
    }
}
