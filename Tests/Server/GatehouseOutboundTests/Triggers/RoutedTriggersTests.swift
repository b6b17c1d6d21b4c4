// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseWire
import Logging
import Synchronization
import Testing

@testable import GatehouseOutbound

/// Attempts at calls, and their results.
@Suite(.hangLimit) struct RoutedTriggersTests {
    /// A function that answers from a script, its last entry again and again.
    private final class Script: TriggerCarrier {
        typealias Entry = Result<String, TriggerFailure>

        private let entries: [Entry]
        private let limits = Mutex<[Duration]>([])

        init(_ entries: [Entry]) { self.entries = entries }

        /// The time that each attempt had.
        var attempts: [Duration] { limits.withLock { $0 } }

        func carry(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> [UInt8] {
            let number = limits.withLock { limits in
                limits.append(limit)
                return limits.count
            }
            return Array(try entries[min(number, entries.count) - 1].get().utf8)
        }
    }

    private static func triggers(
        _ script: Script, limits: TriggerLimits = TriggerLimits(), logger: Logger? = nil
    ) -> RoutedTriggers {
        RoutedTriggers(
            carriers: [TriggerCall.arn: script], limits: limits,
            logger: logger ?? Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private static func failure(_ script: Script, limits: TriggerLimits = TriggerLimits()) async -> TriggerFailure? {
        do {
            _ = try await triggers(script, limits: limits).call(.make())
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [
            .timedOut, .notCallable(.unavailable, ""), .notCallable(.throttled, ""),
        ] as [TriggerFailure])
    func `an unanswered call is tried three times`(_ failure: TriggerFailure) async throws {
        let script = Script([.failure(failure)])
        #expect(await Self.failure(script) == failure)
        #expect(script.attempts.count == 3)
        let late = Script([.failure(failure), .failure(failure), .success("{}")])
        #expect(try await Self.triggers(late).call(.make()) == [:])
    }

    @Test(
        arguments: [
            .functionError("no"), .notCallable(.accessDenied, ""), .notCallable(.notFound, ""), .refused(.programs),
        ] as [TriggerFailure])
    func `a judgement is final`(_ failure: TriggerFailure) async {
        let script = Script([.failure(failure), .success("{}")])
        #expect(await Self.failure(script) == failure)
        #expect(script.attempts.count == 1)
    }

    private static let marks = String(repeating: "\u{301}\u{323}", count: 16)

    @Test(arguments: [
        "", "{", "undefined", "hello", "{} {}", "\u{FEFF}{}", "NaN",
    ])
    func `an answer that is not JSON is refused at once`(_ output: String) async {
        let script = Script([.success(output)])
        #expect(await Self.failure(script) == .notJSON)
        #expect(script.attempts.count == 1)
    }

    @Test(arguments: [#"{"response": {"a\#(marks)": 1}}"#, #"{"a": "\#(marks)"}"#])
    func `an answer that is not in stream-safe form is refused at once`(_ output: String) async {
        let script = Script([.success(output)])
        #expect(await Self.failure(script) == .notStreamSafe)
        #expect(script.attempts.count == 1)
    }

    @Test(arguments: [
        ("eu-west-1_abcdefghi", "A trigger failed", "pool=eu-west-1_abcdefghi"),
        ("abcdefghijklmnopqrstuvwxyz", "A function of a data API failed", "api=abcdefghijklmnopqrstuvwxyz"),
    ])
    func `the log names the function and the pool or the API that has it`(
        _ owner: String, _ title: String, _ field: String
    ) async throws {
        let log = LogLines()
        let triggers = Self.triggers(Script([.failure(.notCallable(.notStarted, "no"))]), logger: log.logger)
        await #expect(throws: TriggerFailure.self) { try await triggers.call(.make(of: owner)) }
        let line = try #require(log.all.first)
        #expect(line.hasPrefix("warning \(title)") && line.contains(field), "\(line)")
        #expect(line.contains("function=\(TriggerCall.arn)"), "\(line)")
    }

    @Test func `deep nesting and bytes that are not UTF-8 are refused`() async {
        let deep = String(repeating: "[", count: 100_000)
        #expect(await Self.failure(Script([.success(deep)])) == .notJSON)
    }

    @Test func `all attempts together have an end`() async {
        var limits = TriggerLimits()
        limits.total = .zero
        let script = Script([.failure(.timedOut)])
        #expect(await Self.failure(script, limits: limits) == .timedOut)
        #expect(script.attempts == [.zero])
    }

    @Test func `an attempt has five seconds`() async {
        let script = Script([.success("{}")])
        #expect(await Self.failure(script) == nil)
        #expect(script.attempts == [.seconds(5)])
    }

    @Test func `a call within a limit is tried once, with all of the time`() async {
        let script = Script([.failure(.timedOut), .success("{}")])
        await #expect(throws: TriggerFailure.timedOut) {
            try await Self.triggers(script).call(.make(), within: .seconds(30))
        }
        #expect(script.attempts == [.seconds(30)])
    }

    @Test func `a function has its own time, unless the caller has less`() async throws {
        for (time, limit, given) in [(3, 30, 3), (60, 30, 30)] as [(Int64, Int64, Int64)] {
            let script = Script([.success("{}")])
            let triggers = RoutedTriggers(
                carriers: [TriggerCall.arn: script], limits: TriggerLimits(),
                bounds: [TriggerCall.arn: FunctionBounds(time: .seconds(time))],
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            _ = try await triggers.call(.make(), within: .seconds(limit))
            #expect(script.attempts == [.seconds(given)])
        }
    }

    /// A function that runs until it is let go.
    private struct Held: TriggerCarrier {
        let begun = Latch()
        let end = Latch()

        func carry(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> [UInt8] {
            begun.open()
            await end.wait()
            return Array("{}".utf8)
        }
    }

    @Test func `a function that runs as often as it may is throttled, and free again at the end of a call`()
        async throws
    {
        let held = Held()
        let triggers = RoutedTriggers(
            carriers: [TriggerCall.arn: held], limits: TriggerLimits(),
            bounds: [TriggerCall.arn: FunctionBounds(parallelCalls: 1)],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        async let first = triggers.call(.make(), within: .seconds(30))
        await held.begun.wait()
        await #expect(throws: TriggerFailure.notCallable(.throttled, "1 calls of the function are running")) {
            try await triggers.call(.make(), within: .seconds(30))
        }
        held.end.open()
        #expect(try await first == [:])
        #expect(try await triggers.call(.make(), within: .seconds(30)) == [:])
    }

    @Test func `the functions of the file are known, and no others`() {
        let triggers = Self.triggers(Script([]))
        #expect(triggers.knows(TriggerCall.arn))
        #expect(!triggers.knows("arn:other"))
        #expect(!NoTriggers().knows(TriggerCall.arn))
    }

    @Test func `a function outside the triggers file is not found`() async {
        let triggers = RoutedTriggers(
            TriggerSettings(), clock: .system, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        await #expect { try await triggers.call(.make()) } throws: { error in
            guard case TriggerFailure.notCallable(.notFound, _) = error else { return false }
            return true
        }
    }

    @Test(
        arguments: [
            (.success("[]"), nil), (.success("no JSON"), nil),
            (.failure(.functionError("x")), .refused("the function raised an error")),
            (.failure(.timedOut), .postponed("the function did not answer in time")),
            (.failure(.refused(.programs)), .postponed("too many functions are running")),
        ] as [(Result<String, TriggerFailure>, CarriageFailure?)])
    func `the answer of a custom sender is ignored; an unanswered call is retried later`(
        _ answer: Result<String, TriggerFailure>, _ expected: CarriageFailure?
    ) async {
        let carrier = SenderCarrier(Self.triggers(Script([answer])))
        var failure: CarriageFailure?
        do throws(CarriageFailure) {
            let message = Message(
                to: "a@example.com", medium: .email, kind: .signUp, code: "123456", subject: "", body: "",
                at: .distantPast, sender: .make())
            try await carrier.carry(message, id: "1")
        } catch {
            failure = error
        }
        #expect(failure == expected)
    }
}
