// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

/// The fuzzed parsers read changed copies of what fuzzing starts from, the same ones in each run; `make fuzz` looks for new ones.
@Suite(.serialized) struct MutationTests {
    @Test(arguments: FuzzedParser.allCases)
    func `a fuzzed parser reads mutations of its corpus`(_ parser: FuzzedParser) async throws {
        let mutator = try Mutator(of: parser)
        // The parsers wait for asynchronous work, which no thread of the cooperative pool may do.
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                TrapReport.feed(parser.mutations, from: mutator, toParser: parser.rawValue, parser.feed)
                done.resume()
            }
        }
    }

    @Test(.enabled(if: runsExitTests)) func `a parser that traps at a mutation prints the input that it read`()
        async throws
    {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            TrapReport.feed(1_000, from: planted, toParser: "planted") { precondition(!isRefusedByPlanted($0)) }
        }
        let printed = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        let command = try #require(printed.firstMatch(of: /echo (\S*) \| base64 -d >input && (.*)\n/))
        #expect(command.2 == "Scripts/fuzz.sh --replay planted input")
        #expect(isRefusedByPlanted(Array(try #require(Data(base64Encoded: String(command.1))))))
    }

    @Test(.enabled(if: runsExitTests)) func `a parser that uses up its stack prints the input that it read`()
        async throws
    {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            TrapReport.feed(1_000, from: planted, toParser: "planted") { _ = depth(0, isRefusedByPlanted($0)) }
        }
        let printed = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(printed.contains("Scripts/fuzz.sh --replay planted input"))
    }

    @Test func `mutations are the same for one seed, and others for another`() {
        func mutations(_ seed: UInt64) -> [[UInt8]] {
            var mutator = Mutator(inputs: sample, words: [[0xFF]], seed: seed)
            return (0..<100).map { _ in mutator.next() }
        }
        #expect(mutations(1) == mutations(1))
        #expect(mutations(1) != mutations(2))
    }

    @Test func `mutations have flipped bits, other lengths, words, and parts of two inputs`() {
        var mutator = Mutator(inputs: sample, words: [Array("WORD".utf8)], seed: 1)
        let found = (0..<2_000).map { _ in mutator.next() }
        let texts = found.map { String(decoding: $0, as: UTF8.self) }
        #expect(found.contains { $0.count == sample[0].count && zip($0, sample[0]).count(where: !=) == 1 })
        #expect(found.contains { $0.count == sample[0].count + 1 })
        #expect(found.contains { $0.count == sample[0].count - 1 })
        #expect(texts.contains { $0.contains("WORD") })
        #expect(texts.contains { $0.hasPrefix(#"{"first""#) && $0.hasSuffix("second]") })
        #expect(Set(found).count > 1_000)
    }

    @Test func `no mutation is longer than the limit`() {
        let long = [UInt8](repeating: 0x61, count: Mutator.mostBytes)
        var mutator = Mutator(inputs: [long], words: [long], seed: 1)
        #expect((0..<200).allSatisfy { _ in mutator.next().count <= Mutator.mostBytes })
    }

    @Test func `the words of a dictionary are read with their escapes`() {
        let words = dictionaryWords("# \"not a word\"\nmarks=\"\\xCC\\x81\"\nescaped=\"\\\\u0301\\\"\"\n")
        #expect(words == [[0xCC, 0x81], Array(#"\u0301""#.utf8)])
    }
}

/// Whether this run is one for tests that end a process: `make test` has such a run.
///
/// Swift Testing waits for all children of its process at once. A child of another test that has ended, and is not
/// waited for yet, keeps it busy: it does not notice the end of its own.
private let runsExitTests = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_EXIT_TESTS"] != nil

private let sample = [Array(#"{"first": [1, 2, 3], "a": "b"}"#.utf8), Array("[the second]".utf8)]

/// Mutations for a planted parser, which refuses less than all of them.
private let planted = Mutator(inputs: sample, words: [[0xFF]], seed: 1)

private func isRefusedByPlanted(_ bytes: [UInt8]) -> Bool { bytes.contains(0xFF) }

/// Calls itself without an end if `isEndless`.
private func depth(_ start: Int, _ isEndless: Bool) -> Int {
    isEndless ? 1 + depth(start + 1, start >= 0) : start
}

extension Mutator {
    /// Makes mutations of the corpus of a parser.
    fileprivate init(of parser: FuzzedParser) throws {
        let resources = try #require(Bundle.module.resourceURL)
        let files = try FileManager.default.contentsOfDirectory(
            at: resources.appending(path: "Corpus/\(parser.rawValue)"), includingPropertiesForKeys: nil)
        // The order of a folder is not the same on every machine.
        let inputs = try files.sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
        let dictionary = try String(contentsOf: resources.appending(path: "hostile.dict"), encoding: .utf8)
        let seed = parser.rawValue.utf8.reduce(0) { 31 &* $0 &+ UInt64($1) }
        self.init(inputs: inputs, words: dictionaryWords(dictionary), seed: seed)
    }
}

extension FuzzedParser {
    /// The number of mutations that the parser reads in about a second, in a build without optimisation.
    fileprivate var mutations: Int {
        switch self {
        case .pageStyle: 50
        case .serverConfiguration: 120
        case .saml: 250
        case .gateway, .socket: 500
        case .session, .clientConfiguration, .csv, .webAuthn, .authorize: 1_000
        case .request, .answer, .signature, .graphQLSchema: 1_500
        case .mobileConfiguration, .address, .verifier, .site, .callback, .graphQLDocument: 3_000
        case .projectFile, .projectState: 1_500
        case .json, .form, .jwt, .refreshToken, .filter, .hash, .smtp, .openID, .policy, .accessDocument, .stored,
            .clientCredentials, .socketAnswer, .socketConversation, .realtime:
            5_000
        }
    }
}
