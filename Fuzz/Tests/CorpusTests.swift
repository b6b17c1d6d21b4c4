// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

/// The fuzzed parsers read what fuzzing starts from, and pieces of it: a trap ends the test run, as it ends fuzzing.
struct CorpusTests {
    // The parser of page styles takes five to ten seconds: it renders three pages for each input.
    @Test(arguments: FuzzedParser.allCases)
    func `a fuzzed parser reads its corpus, cut off anywhere and with any byte changed`(
        _ parser: FuzzedParser
    ) async throws {
        let folder = try #require(Bundle.module.resourceURL?.appending(path: "Corpus/\(parser.rawValue)"))
        let inputs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        try #require(!inputs.isEmpty)
        for input in inputs {
            let bytes = try Array(Data(contentsOf: input))
            // The parsers wait for asynchronous work, which no thread of the cooperative pool may do.
            await withCheckedContinuation { done in
                Thread.detachNewThread {
                    feed(parser, bytes)
                    done.resume()
                }
            }
        }
    }
}

/// Feeds `bytes`, and about sixty-four variants of them: enough to reach every branch that refuses, and still quick.
private func feed(_ parser: FuzzedParser, _ bytes: [UInt8]) {
    parser.feed(bytes)
    parser.feed([])
    for position in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 32)) {
        parser.feed(Array(bytes[..<position]))
        var changed = bytes
        changed[position] ^= 0x80 | UInt8(truncatingIfNeeded: position)
        parser.feed(changed)
    }
}
