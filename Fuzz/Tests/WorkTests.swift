// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

#if canImport(Glibc)
// The compiler takes `timespec` as declared there once a dependency has imported it.
import CoreFoundation
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The work of each parser grows with the length of its input, not with the length's square.
///
/// The tests compare the CPU time of the thread that reads eight times as much. Linear work takes 8 times as long, and
/// quadratic work 64 times.
@Suite(.serialized)
struct WorkTests {
    /// The lengths that are compared, in bytes.
    private static let lengths = (short: 4_096, long: 32_768)
    /// The shortest time that is measured, in seconds.
    private static let floor = 0.0005

    // Takes about ten seconds where a parser is slow: it reads 32 KiB of each kind of hostile text, three times.
    @Test(arguments: FuzzedParser.allCases)
    func `a parser reads eight times as much hostile text in less than sixteen times the work`(
        _ parser: FuzzedParser
    ) async {
        for text in HostileText.allCases {
            let growth = await Self.growth { length in
                let inputs = parser.inputs(carrying: text.bytes(length))
                return { for input in inputs { parser.feed(input) } }
            }
            #expect(growth < 16, "\(parser) and \(text): \(growth) times the work")
        }
    }

    @Test func `a comparison in normalized form does not pass the measurement`() async {
        let growth = await Self.growth { length in
            let text = String(decoding: HostileText.marks.bytes(length), as: UTF8.self)
            return { precondition(text != "USERNAME") }
        }
        #expect(growth >= 16)
    }

    @Test func `a walk back over flags does not pass the measurement`() async {
        let growth = await Self.growth { length in
            let text = String(decoding: HostileText.flags.bytes(length), as: UTF8.self)
            return { precondition(text.lastIndex(of: ":") == nil) }
        }
        #expect(growth >= 16)
    }

    /// The factor by which the work grows from the short length to the long one.
    private static func growth(_ work: @escaping @Sendable (_ length: Int) -> () -> Void) async -> Double {
        // The parsers wait for asynchronous work, which no thread of the cooperative pool may do.
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                let short = seconds(work(lengths.short))
                let long = seconds(work(lengths.long))
                done.resume(returning: long / max(short, floor))
            }
        }
    }

    /// The CPU time that this thread needs, in seconds: the lesser of two runs, after one that sets things up.
    private static func seconds(_ work: () -> Void) -> Double {
        work()
        return (0..<2).map { _ in
            let start = threadTime()
            work()
            return threadTime() - start
        }.min() ?? 0
    }

    private static func threadTime() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
