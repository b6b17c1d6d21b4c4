// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import Testing

@Suite struct SealedFieldsTests {
    private static let date = Date(timeIntervalSinceReferenceDate: 812_345_678.901_234)

    private static var row: SealedFields {
        var fields = SealedFields()
        fields.append("älice/\"")
        fields.append([0, 255, 7])
        fields.append("")
        fields.append(date)
        return fields
    }

    @Test func `written fields are read again in their order`() {
        var fields = SealedFields(Self.row.bytes)
        #expect(fields.nextText() == "älice/\"")
        #expect(fields.next() == [0, 255, 7])
        #expect(fields.nextText() == "")
        #expect(!fields.isAtEnd)
        #expect(fields.nextDate() == Self.date)
        #expect(fields.isAtEnd)
        #expect(fields.next() == nil)
    }

    @Test func `a value is behind its length in four bytes, and a date has eight`() {
        let long = [UInt8](repeating: 9, count: 300)
        var fields = SealedFields()
        fields.append("ab")
        fields.append(long)
        fields.append(Date(timeIntervalSinceReferenceDate: 1))
        var expected: [UInt8] = [0, 0, 0, 2, 0x61, 0x62, 0, 0, 1, 0x2C]
        expected += long
        expected += [0, 0, 0, 8, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0]
        #expect(fields.bytes == expected)
    }

    private static let broken: [[UInt8]] = [
        [], [0], [0, 0, 0], [0, 0, 0, 1], [255, 255, 255, 255, 1], [127, 255, 255, 255],
    ]

    @Test(arguments: broken)
    func `a truncated or malformed row has no fields`(bytes: [UInt8]) {
        var fields = SealedFields(bytes)
        #expect(fields.next() == nil)
        #expect(fields.nextText() == nil)
        #expect(fields.nextDate() == nil)
    }

    @Test func `garbage never traps`() {
        let entropy = Entropy.seeded(3)
        for length in 0..<200 {
            var fields = SealedFields(entropy.bytes(length))
            while fields.next() != nil {}
            #expect(fields.isAtEnd || fields.next() == nil)
        }
    }

    @Test func `a text that is not UTF-8 and a date of another length are not read`() {
        var fields = SealedFields()
        fields.append([0xFF])
        fields.append([1, 2, 3])
        #expect(fields.nextText() == nil)
        #expect(fields.nextDate() == nil)
    }
}
