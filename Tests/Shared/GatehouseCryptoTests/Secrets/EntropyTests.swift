// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import Testing

@Suite struct EntropyTests {
    @Test(arguments: [0, 1, 7, 8, 9, 33, 255, 256, 257, 600])
    func `a source returns the requested number of bytes`(count: Int) {
        #expect(Entropy.system.bytes(count).count == count)
        #expect(Entropy.seeded(1).bytes(count).count == count)
    }

    @Test func `every part of the system's bytes is drawn`() {
        let bytes = Entropy.system.bytes(2_000)
        for start in stride(from: 0, to: 2_000, by: 20) { #expect(Set(bytes[start..<start + 20]).count > 5) }
    }

    @Test func `a seed repeats its sequence and others do not`() {
        let (first, second) = (Entropy.seeded(42), Entropy.seeded(42))
        #expect(first.bytes(40) == second.bytes(40))
        #expect(first.bytes(40) == second.bytes(40))
        #expect(Entropy.seeded(42).bytes(40) != Entropy.seeded(43).bytes(40))
        #expect(Entropy.system.bytes(32) != Entropy.system.bytes(32))
    }

    @Test func `values that are drawn in groups never have the same bytes`() {
        let groups = Entropy.system.inGroups
        let values = (0..<100).map { _ in groups.bytes(16) }
        #expect(values.allSatisfy { $0.count == 16 })
        #expect(Set(values).count == 100)
        // No value begins within another one.
        let all = values.flatMap(\.self)
        #expect(Set(all.indices.dropLast(7).map { Array(all[$0..<$0 + 8]) }).count == all.count - 7)
        #expect(groups.bytes(600).count == 600)
    }

    @Test func `a seed repeats its sequence also in groups`() {
        let (first, second) = (Entropy.seeded(42), Entropy.seeded(42).inGroups)
        for count in [16, 3, 40] { #expect(first.bytes(count) == second.bytes(count)) }
    }

    @Test func `a UUID has version 4 and lower-case digits`() {
        for _ in 0..<50 {
            let uuid = Entropy.system.uuid()
            #expect(uuid.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        }
    }

    @Test func `a text is a UUID in the form that is drawn, and in no other`() {
        let (drawn, ofTime) = (Entropy.system.uuid(), Entropy.system.uuid(at: Date(timeIntervalSince1970: 1)))
        #expect(drawn.isUUID && ofTime.isUUID && "id:\(drawn)".dropFirst(3).isUUID)
        let uuid = "8f14e45f-ceea-467f-a0e6-7f5b1c9d2a33"
        #expect(uuid.isUUID)
        let others = [
            "", "alice", uuid.uppercased(), uuid + "3", String(uuid.dropLast()), "{\(uuid)}", "\(uuid)\u{301}",
            "8f14e45fceea467fa0e67f5b1c9d2a33", "8f14e45-fceea-467f-a0e6-7f5b1c9d2a33",
            "8f14e45f-ceea-467f-a0e6-7f5b1c9d2a3g", "8f14e45f-ceea-467f-a0e6-7f5b1c9d2a3-",
            "8f14e45f0ceea-467f-a0e6-7f5b1c9d2a33", "8f14e45f-ceea-467f-a0e6-7f5b1c9d2a\u{663}",
        ]
        for text in others { #expect(!text.isUUID, "\(text)") }
    }

    @Test func `a UUID of a time has version 7 and begins with its milliseconds`() {
        let time = Date(timeIntervalSince1970: 1_645_557_742)
        for _ in 0..<50 {
            let uuid = Entropy.system.uuid(at: time)
            #expect(uuid.wholeMatch(of: /017f22e2-79b0-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
        }
        #expect(Entropy.system.uuid(at: time) != Entropy.system.uuid(at: time))
        #expect(Entropy.seeded(1).uuid(at: time) < Entropy.seeded(2).uuid(at: time + 0.002))
    }

    @Test func `bytes that would favour some digits are drawn again`() {
        let rigged = Entropy { count in count == 3 ? [250, 255, 9] : [UInt8](repeating: 17, count: count) }
        #expect(rigged.digits(3) == "977")
    }

    @Test func `digits are spread evenly`() {
        var counts = [Character: Int]()
        for digit in Entropy.seeded(5).digits(20_000) {
            counts[digit, default: 0] += 1
        }
        #expect(counts.count == 10)
        #expect(counts.values.allSatisfy { (1_800...2_200).contains($0) })
    }

    @Test func `characters come from the alphabet`() {
        let text = Entropy.seeded(9).characters(200, from: "abc")
        #expect(text.count == 200)
        #expect(Set(text) == ["a", "b", "c"])
        #expect(Entropy.seeded(9).characters(0, from: "abc").isEmpty)
    }
}
