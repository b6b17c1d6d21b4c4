// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Testing

@Suite struct WirePatternTests {
    @Test(arguments: [
        (#"[\w-]+_[0-9a-zA-Z]+"#, "eu-west-1_AbCdEf123", true), (#"[\w-]+_[0-9a-zA-Z]+"#, "nopool", false),
        (#"[\w-]+:[0-9a-f-]+"#, "us-east-1:0d1e-2f", true), (#"[\w+]+"#, "abc+1", true), (#"[\w+]+"#, "é", false),
        (#"[\w+]+"#, "abc\n", false), (#"[0-9]+"#, "123456", true), (#"[0-9]+"#, "12a", false), (#"\d+"#, "٣", false),
        (#"[\S]+"#, "a b", false), (#"[\S]+"#, "p@ß", true), (#"(?s).*"#, "a\nb", true),
        (#"[A-Za-z0-9-_=.]+"#, "a-b_c=.", true), (#"[A-Za-z0-9-_=.]+"#, "a:b", false),
        (#"[A-Za-z0-9-_+/=.]+"#, "a+/-", true), (#"[\p{L}\p{M}\p{S}\p{N}\p{P}]+"#, "ä😀1$!", true),
        (#"[\p{L}\p{M}\p{S}\p{N}\p{P}]+"#, "a b", false), (#"[\p{L}\p{M}\p{S}\p{N}\p{P}]+"#, "a\u{200B}", false),
        (#"[^_\p{Z}][\p{L}\p{M}\p{S}\p{N}\p{P}][^_\p{Z}]+"#, "Google", true), ("Level[1-4]", "Level5", false),
        (#".*\{####\}.*"#, "Your code is {####}.", true), (#"^[0-9A-Za-z\.\-_]*(?<!\.)$"#, "a.", false),
        (#"^[0-9A-Za-z\.\-_]*(?<!\.)$"#, "a.b", true), (#"[\w+=,.@\:-]*"#, "a:b-c", true),
        ("(un)?authenticated", "unauthenticated", true), ("a|b", "ab", false), ("a|ab", "ab", true),
    ])
    func `the whole text must match, and words are ASCII`(source: String, text: String, matches: Bool) {
        let pattern = WirePattern(source)
        #expect(pattern.isCompiled)
        #expect(pattern.matches(text) == matches)
    }

    @Test func `a pattern that tasks use for the first time at once has one meaning`() async {
        let pattern = WirePattern(#"[\w+=,.@-]+"#)
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask { pattern.matches(number.isMultiple(of: 2) ? "a+b" : "a b") == number.isMultiple(of: 2) }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    @Test func `a pattern that does not compile refuses everything`() {
        #expect(!WirePattern("[").isCompiled)
        #expect(!WirePattern("[").matches("["))
        #expect(!WirePattern("a\\").matches("a"))
    }
}
