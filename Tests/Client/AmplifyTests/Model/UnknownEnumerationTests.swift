// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

/// Values that a newer schema has, and the app's enumeration does not.
@Suite struct UnknownEnumerationTests {
    private enum Mood: String, EnumPersistable {
        case calm = "CALM"
    }

    private struct Diary: Codable {
        var mood: Mood?
    }

    private func mood(in json: String) throws -> Mood? {
        try JSONDecoder().decode(Diary.self, from: Data(json.utf8)).mood
    }

    @Test func `an unknown value of an optional field is read as none`() throws {
        #expect(try mood(in: #"{"mood":"CALM"}"#) == .calm)
        #expect(try mood(in: #"{"mood":"FURIOUS"}"#) == nil)
        #expect(try mood(in: #"{"mood":null}"#) == nil)
        #expect(try mood(in: "{}") == nil)
        #expect(throws: DecodingError.self) { try mood(in: #"{"mood":1}"#) }
    }
}
