// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto
import Testing

@Suite struct IssuerKeyRecordTests {
    private static let start = Date(timeIntervalSince1970: 1_000_000)
    private var record = IssuerKeyRecord()

    /// A set of one key (RFC 7515, appendix A.3.1) under an id.
    private static func keys(_ id: String) throws -> KeySet {
        let json = #"""
            {"keys":[{"kty":"EC","crv":"P-256","kid":"\#(id)","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
            "y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]}
            """#
        return try KeySet(json: Array(json.utf8))
    }

    /// The refusal of a key, some seconds after the start; nil if the key is there.
    private func refusal(_ id: String, _ seconds: TimeInterval) -> IssuerKeyRecord.Refusal? {
        do throws(IssuerKeyRecord.Refusal) {
            _ = try record.key(id, for: .es256, at: Self.start + seconds)
            return nil
        } catch {
            return error
        }
    }

    @Test func `keys that were never fetched are unavailable, and a fetch may begin`() {
        #expect(refusal("one", 0) == .unavailable("the issuer's keys are not known"))
        #expect(!record.has("one", at: Self.start))
        #expect(!record.rests(at: Self.start))
    }

    @Test mutating func `keys are used for an hour, and for a day if no fetch succeeds`() throws {
        record.succeed(with: try Self.keys("one"), at: Self.start)
        #expect(record.has("one", at: Self.start + 3_599))
        #expect(!record.has("one", at: Self.start + 3_600))
        record.fail("down", at: Self.start + 3_600)
        #expect(refusal("one", 86_399) == nil)
        #expect(refusal("one", 86_400) == .unavailable("down"))
    }

    @Test mutating func `after a failed fetch it is not known whether a key exists`() throws {
        record.succeed(with: try Self.keys("one"), at: Self.start)
        #expect(refusal("two", 1) == .unknownKey)
        record.fail("down", at: Self.start + 20)
        #expect(refusal("two", 21) == .unavailable("down"))
        #expect(refusal("one", 21) == nil)
        record.succeed(with: try Self.keys("one"), at: Self.start + 40)
        #expect(refusal("two", 41) == .unknownKey)
    }

    @Test mutating func `a fetch is followed by a pause, unless the clock was set back`() throws {
        record.fail("down", at: Self.start)
        #expect(record.rests(at: Self.start + 9))
        #expect(!record.rests(at: Self.start + 10))
        #expect(!record.rests(at: Self.start - 60))
        record.succeed(with: try Self.keys("one"), at: Self.start)
        #expect(!record.has("one", at: Self.start - 60))
    }
}
