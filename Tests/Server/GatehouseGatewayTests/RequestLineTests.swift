// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import Logging
import Synchronization
import Testing

@testable import GatehouseGateway

@Suite struct RequestLineTests {
    private struct Denied: RefusalReason {
        let refusedBy = "policy"
        let attempt = RefusedAttempt(principal: "p q", accessKeyID: "k", action: "a", resource: "r")
    }

    private final class Lines: Sendable {
        let text = Mutex("")
        func add(_ line: String) { text.withLock { $0 += line } }
        func add(_ line: [UInt8]) { add(String(decoding: line, as: UTF8.self)) }
    }

    private static func line(
        isFailure: Bool = false, code: String = "OK", _ complete: (inout RequestLine) -> Void = { _ in }
    ) -> RequestLine {
        var line = RequestLine(
            isFailure: isFailure, operation: "GetUser", code: code, requestID: "1-2", microseconds: 1_250)
        complete(&line)
        return line
    }

    /// Lines with each word, alone and beside others.
    private static let lines: [RequestLine] = [
        line(), line(code: "NotAuthorizedException"),
        line(code: "NotAuthorizedException") { $0.reason = "Incorrect\u{1B} password." },
        line {
            $0.client = "c"
            $0.user = "ada\nbob"
            $0.reason = "noted"
        },
        line(isFailure: true, code: "InternalErrorException") {
            $0.cause = "Disk: gone"
            $0.omitted = 7
            $0.api = "api"
        },
        line(code: "AccessDeniedException") { $0.refusal = Denied() },
    ]

    @Test(arguments: 0..<6)
    func `a handler writes the same line from the words of a request as from their metadata`(index: Int) {
        let line = Self.lines[index]
        let (direct, general) = (Lines(), Lines())
        for (lines, isDirect) in [(direct, true), (general, false)] {
            let handlers: [any RequestLineHandler] = [
                LineLogHandler(label: "house") { (bytes: [UInt8]) in lines.add(Self.withoutTime(bytes)) },
                PeopleLogHandler(isColoured: false, time: { "12:34:56" }) { (text: String) in lines.add(text) },
                PeopleLogHandler(isColoured: true, time: { "12:34:56" }) { (text: String) in lines.add(text) },
            ]
            for handler in handlers {
                if isDirect {
                    handler.log(line)
                } else {
                    Logger(label: "house") { _ in handler }.log(
                        level: line.level, Logger.Message(stringLiteral: line.message), metadata: line.metadata,
                        source: RequestLine.source)
                }
            }
        }
        #expect(direct.text.withLock(\.self).split(separator: "\n").count == 3)
        #expect(direct.text.withLock(\.self) == general.text.withLock(\.self))
    }

    private static func withoutTime(_ line: [UInt8]) -> [UInt8] { Array(line.drop { $0 != 0x20 }) }

    @Test func `the members of a handler are in its lines of requests`() {
        let lines = Lines()
        var (structured, readable) = (
            LineLogHandler(label: "house") { (bytes: [UInt8]) in lines.add(bytes) },
            PeopleLogHandler(isColoured: false, time: { "12:34:56" }) { (text: String) in lines.add(text) }
        )
        structured.metadata = ["node": "n1"]
        readable.metadata = ["node": "n2"]
        structured.log(Self.line())
        readable.log(Self.line())
        let text = lines.text.withLock(\.self)
        #expect(text.contains("info house: node=n1 code=OK duration_ms=1.25 operation=GetUser request_id=1-2 ["))
        #expect(text.contains("GetUser answered in 1.25 ms  node=n2  "))
    }

    @Test(arguments: [
        (0, "0.0"), (1, "0.001"), (10, "0.01"), (12, "0.012"), (100, "0.1"), (120, "0.12"), (123, "0.123"),
        (1_000, "1.0"), (1_005, "1.005"), (1_050, "1.05"), (1_500, "1.5"), (12_345_678, "12345.678"),
    ])
    func `the duration has the milliseconds without needless zeros`(microseconds: Int, text: String) {
        let line = RequestLine(isFailure: false, operation: "", code: "", requestID: "", microseconds: microseconds)
        #expect(line.duration == text)
    }
}
