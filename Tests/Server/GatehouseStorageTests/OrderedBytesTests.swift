// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseStorage
import Testing

/// The bytes that order records.
///
/// Databases keep them: an expectation here never changes without a migration.
@Suite struct OrderedBytesTests {
    private static let vectors: [(value: GraphQLValue, bytes: String)] = [
        (.boolean(false), "1000"), (.boolean(true), "1001"),
        (.float(-.greatestFiniteMagnitude), "2000100000000000008000"),
        (.int(.min), "203c1fffffffffffff8000"),
        (.int(-1), "20400fffffffffffff8000"),
        (.int(0), "2080000000000000008000"), (.float(-0.0), "2080000000000000008000"),
        (.float(0.5), "20bfe00000000000008000"),
        (.int(1), "20bff00000000000008000"), (.float(1), "20bff00000000000008000"),
        (.int(1 << 53), "20c3400000000000008000"), (.int(1 << 53 + 1), "20c3400000000000008001"),
        (.int(.max), "20c3e00000000000007fff"),
        (.string(""), "3000"), (.string("A"), "304100"), (.enumeration("A"), "304100"),
        (.string("\u{E9}"), "30c3a900"), (.string("\u{1F600}"), "30f09f988000"),
    ]

    @Test(arguments: vectors)
    func `a value has these bytes`(_ value: GraphQLValue, _ bytes: String) throws {
        #expect(try Hex.encode(#require(OrderedBytes.sort(value))) == bytes)
    }

    @Test func `the order of the bytes is that of the values`() throws {
        let bytes = try Self.vectors.map { try #require(OrderedBytes.sort($0.value)) }
        for (first, second) in zip(bytes, bytes.dropFirst()) {
            #expect(first == second || first.lexicographicallyPrecedes(second))
        }
    }

    @Test(arguments: [
        GraphQLValue.null, .list([]), .object([:]), .float(.infinity), .float(.nan), .string("a\u{0}"),
    ])
    func `a value without a place in an order has no bytes`(_ value: GraphQLValue) {
        #expect(OrderedBytes.sort(value) == nil)
        #expect(OrderedBytes.partition(value) == nil)
        #expect(OrderedBytes.key(RecordID([value])) == nil)
        #expect(OrderedBytes.key(RecordID([.int(1), value])) == nil)
        #expect(OrderedBytes.key(RecordID([.int(1), .int(1), value])) == nil)
        #expect(OrderedBytes.place(partition: .int(1), sort: value, key: [1]) == nil)
    }

    @Test func `a key without values has no bytes`() {
        #expect(OrderedBytes.key(RecordID([])) == nil)
    }

    @Test func `a long partition is hashed, and a long sort value is not`() throws {
        let (short, long) = (String(repeating: "a", count: 64), String(repeating: "a", count: 65))
        #expect(OrderedBytes.partition(.string(short)) == OrderedBytes.sort(.string(short)))
        let hashed = try #require(OrderedBytes.partition(.string(long)))
        #expect(hashed.count == 33 && hashed[0] == 0x38)
        #expect(OrderedBytes.sort(.string(long))?.count == 67)
    }

    @Test(arguments: vectors.map(\.value))
    func `a place gives its sort value back`(_ value: GraphQLValue) throws {
        for partition in [GraphQLValue.int(7), .string("p"), .string(String(repeating: "p", count: 99))] {
            let key = try #require(OrderedBytes.key(RecordID([.string("k"), .int(-1)])))
            let place = try #require(OrderedBytes.place(partition: partition, sort: value, key: key))
            let sort = try #require(OrderedBytes.sort(inPlace: place))
            #expect(sort == value || sort.isSame(as: value))
            let without = try #require(OrderedBytes.place(partition: partition, sort: nil, key: key))
            #expect(OrderedBytes.sort(inPlace: without) == nil)
        }
    }

    @Test func `the lengths of the parts tell composite keys with the same text apart`() {
        let keys = [["a#b", "c"], ["a", "b#c"], ["a#b#c", ""], ["", "a#b#c"]].map { parts in
            OrderedBytes.key(RecordID([.string("p")] + parts.map { .string($0) }))
        }
        #expect(Set(keys).count == keys.count && !keys.contains(nil))
    }

    @Test func `a range ends after all places that begin with its bytes`() {
        #expect(PlaceRange(beginningWith: [1, 2]) == PlaceRange(low: [1, 2], high: [1, 3]))
        #expect(PlaceRange(beginningWith: [1, 0xFF]) == PlaceRange(low: [1, 0xFF], high: [2]))
        #expect(PlaceRange.empty.isEmpty && !PlaceRange.all.isEmpty)
    }

    @Test func `a position outside of a range does not widen it`() {
        let range = PlaceRange(low: [3], high: [5])
        for place in [[], [1], [2, 9]] as [[UInt8]] {
            #expect(range.after(place, isDescending: false) == range)
            #expect(range.after(place, isDescending: true) == .empty)
        }
        for place in [[5], [9]] as [[UInt8]] {
            #expect(range.after(place, isDescending: false) == .empty)
            #expect(range.after(place, isDescending: true) == range)
        }
        #expect(range.after([4], isDescending: false) == PlaceRange(low: [4, 0], high: [5]))
        #expect(range.after([4], isDescending: true) == PlaceRange(low: [3], high: [4]))
    }
}
