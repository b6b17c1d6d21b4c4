// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// Updates that arrive again after they were applied.
@Suite(.hangLimit)
struct RepeatedUpdateTests {
    private static let schema = """
        type Note @model @auth(rules: [{ allow: private }]) { text: String tags: [String] }
        type Sealed @model @auth(rules: [{ allow: private }]) {
          text: String @auth(rules: [{ allow: private, operations: [create, update] }, { allow: groups, groups: ["Admin"] }])
        }
        """

    private func notes(_ strategy: ConflictStrategy = .automerge) async throws -> LiveAPI {
        let api = try await LiveAPI(Self.schema, DataSettings(conflicts: strategy))
        _ = try await api.data(
            #"mutation { createNote(input: { id: "1", text: "a", tags: ["x"] }) { id } }"#, by: .alice)
        return api
    }

    /// Updates the record: the answer has the text, the tags and the version.
    private func update(_ api: LiveAPI, _ input: String, condition: String = "") async -> String {
        await api.answer(
            "mutation { updateNote(input: { id: \"1\", \(input) }\(condition)) { text tags _version } }", by: .alice)
    }

    private func note(_ text: String, _ tags: String..., version: Int) -> String {
        let list = tags.map { "\"\($0)\"" }.joined(separator: ",")
        return #"{"data":{"updateNote":{"text":"\#(text)","tags":[\#(list)],"_version":\#(version)}}}"#
    }

    @Test
    func `an update that arrives twice is applied once`() async throws {
        let api = try await notes()
        let events = try await api.subscribe("subscription { onUpdateNote { _version } }", by: .alice)
        let input = #"_version: 1, tags: ["x", "y"]"#
        for _ in 0..<2 { #expect(await update(api, input) == note("a", "x", "y", version: 2)) }
        #expect(await update(api, #"_version: 2, text: "b""#) == note("b", "x", "y", version: 3))
        #expect(await update(api, input) == note("b", "x", "y", version: 3))
        #expect(
            try await events.next(2)
                == [2, 3].map { #"{"data":{"onUpdateNote":{"_version":\#($0)}}}"# })
    }

    @Test
    func `an update that was merged, and arrives again, is applied once`() async throws {
        let api = try await notes()
        _ = await update(api, #"_version: 1, text: "b", tags: ["x", "y"]"#)
        let merged = #"_version: 1, text: "a", tags: ["z"]"#
        for _ in 0..<2 { #expect(await update(api, merged) == note("b", "x", "y", "z", version: 3)) }
        // Without an effect: the scalar of the server stays.
        let lost = #"_version: 1, text: "c""#
        for _ in 0..<2 { #expect(await update(api, lost) == note("b", "x", "y", "z", version: 4)) }
        #expect(await update(api, merged) == note("b", "x", "y", "z", version: 4))
    }

    @Test
    func `an update that only looks like one without an effect is applied`() async throws {
        let api = try await notes()
        _ = await update(api, #"_version: 1, text: "b""#)
        _ = await update(api, #"_version: 1, text: "c""#)
        #expect(await update(api, #"_version: 3, text: "a""#) == note("a", "x", version: 4))
        // On version 1, the version 3 is what this update would have made of the version 2.
        #expect(await update(api, #"_version: 1, text: "d""#) == note("d", "x", version: 5))
    }

    @Test
    func `an update with a condition that arrives again is applied once, although the condition holds no longer`()
        async throws
    {
        let api = try await notes()
        let condition = #", condition: { text: { eq: "a" } }"#
        for _ in 0..<2 {
            #expect(await update(api, #"_version: 1, text: "b""#, condition: condition) == note("b", "x", version: 2))
        }
    }

    @Test
    func `an update that others' changes hide is merged as any other`() async throws {
        let api = try await notes()
        for version in 1...RepeatedUpdate.mostVersions {
            _ = await update(api, "_version: \(version), text: \"\(version)\"")
        }
        let input = #"_version: 1, tags: ["y"]"#
        #expect(await update(api, input).contains(#""tags":["y"],"_version":18"#))
        #expect(await update(api, input).contains(#""tags":["y"],"_version":19"#))
    }

    @Test
    func `an answer does not tell whether a value that the caller may not read is the sent one`() async throws {
        let api = try await notes()
        _ = try await api.data(#"mutation { createSealed(input: { id: "1", text: "a" }) { id } }"#, by: .alice)
        for (text, version) in [("b", 2), ("b", 3), ("c", 4)] {
            #expect(
                await api.answer(
                    "mutation { updateSealed(input: { id: \"1\", text: \"\(text)\", _version: 1 }) { _version } }",
                    by: .alice) == #"{"data":{"updateSealed":{"_version":\#(version)}}}"#)
        }
    }
}
