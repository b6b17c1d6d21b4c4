// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehouseGateway
import GatehouseOutput
import Logging
import Synchronization
import Testing

@Suite struct LineLogHandlerTests {
    private final class Lines: Sendable {
        private let bytes = Mutex<[UInt8]>([])
        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
        func add(_ line: [UInt8]) { bytes.withLock { $0 += line } }
    }

    private func written(_ say: (Logger) -> Void) -> String {
        let lines = Lines()
        say(Logger(label: "house") { LineLogHandler(label: $0, write: lines.add) })
        return lines.text
    }

    @Test func `an event is a line with its metadata by key`() throws {
        let line = written { $0.info("Request answered", metadata: ["b": "2", "a": "1"], source: "Here") }
        let words = line.split(separator: " ", maxSplits: 1)
        #expect(try #require(words.first).wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil)
        #expect(words.last == "info house: a=1 b=2 [Here] Request answered\n")
    }

    @Test func `a logged value cannot begin a line of its own`() {
        let line = written { $0.error("Failed\nbadly", metadata: ["cause": "one\r\ntwo\u{1B}[0m"]) }
        #expect(line.utf8.filter { $0 == 0x0A }.count == 1)
        #expect(line.hasSuffix("\n"))
        #expect(!line.contains("\u{1B}"))
    }

    @Test(arguments: [
        ("\u{7F}", "\\u{7F}"), ("\u{9B}", "\\u{9B}"), ("\u{202E}", "\\u{202E}"), ("\u{2066}", "\\u{2066}"),
        ("\u{85}", " "), ("\u{2028}", " "), ("\u{2029}", " "),
    ])
    func `a logged value cannot control a terminal or reorder its line`(character: String, shown: String) {
        let line = written { $0.error("Failed", metadata: ["cause": "a\(character)bü"]) }
        #expect(line.contains("cause=a\(shown)bü ["))
    }

    @Test func `lines of level critical and of the shutdown are urgent`() {
        let lines = Lines()
        let stalled = DispatchSemaphore(value: 0)
        let output = LineOutput(capacity: 0) { line in
            stalled.wait()
            stalled.signal()
            lines.add(line)
        }
        let logger = Logger(label: "house") { LineLogHandler(label: $0, output: output) }
        logger.error("ordinary")
        logger.critical("serious")
        logger.notice("the end", metadata: .shutdown)
        stalled.signal()
        #expect(output.flush(within: .seconds(600)))
        #expect(!lines.text.contains("ordinary"))
        #expect(lines.text.contains("serious") && lines.text.contains("the end"))
    }

    @Test func `events below the level are not written`() {
        #expect(written { $0.debug("quiet") }.isEmpty)
    }
}
