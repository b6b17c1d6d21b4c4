// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGateway
import Logging
import Synchronization
import Testing

@Suite struct PeopleLogHandlerTests {
    private final class Lines: Sendable {
        let text = Mutex("")
    }

    private func written(isColoured: Bool = false, _ say: (Logger) -> Void) -> String {
        let lines = Lines()
        say(
            Logger(label: "house") { _ in
                PeopleLogHandler(isColoured: isColoured, time: { "12:34:56" }) { line in
                    lines.text.withLock { $0 += line }
                }
            })
        return lines.text.withLock { $0 }
    }

    @Test func `a request that succeeded is a line with operation, client and user`() {
        let line = written {
            $0.info(
                "Request answered",
                metadata: [
                    "operation": "InitiateAuth", "code": "OK", "request_id": "1-2-3", "duration_ms": "4.5",
                    "client": "abc", "user": "ada",
                ])
        }
        #expect(line == "InitiateAuth answered in 4.5 ms  client=abc user=ada  12:34:56\n")
    }

    @Test func `a refused request has the reason in words`() {
        let line = written {
            $0.info(
                "Request answered",
                metadata: [
                    "operation": "InitiateAuth", "code": "NotAuthorizedException",
                    "reason": "Incorrect username or password.", "user": "ada",
                ])
        }
        #expect(
            line
                == "InitiateAuth refused: Incorrect username or password. (NotAuthorizedException)  user=ada  12:34:56\n"
        )
    }

    @Test func `an event begins with its message, and a warning says that it is one`() {
        #expect(
            written { $0.notice("Import job ended", metadata: ["b": "2", "a": "1"]) }
                == "Import job ended  a=1 b=2  12:34:56\n")
        #expect(written { $0.warning("A trigger failed") } == "Warning:  A trigger failed  12:34:56\n")
    }

    @Test func `colours appear only where they are wanted`() {
        #expect(written { $0.error("Failed") }.contains("\u{1B}") == false)
        #expect(written(isColoured: true) { $0.error("Failed") }.contains("\u{1B}[31mFailed\u{1B}[0m"))
    }

    @Test(arguments: ["a\nb", "a\u{1B}[2Jb", "a\u{9B}2Jb", "a\u{202E}b", "a\u{2028}b", "a\r\nb"])
    func `a logged value cannot act on the terminal or begin another line`(value: String) {
        let line = written { $0.error("Failed", metadata: ["cause": "\(value)", "user": "\(value)"]) }
        #expect(line.utf8.filter { $0 == 0x0A }.count == 1)
        for scalar in "\u{1B}\u{9B}\u{202E}\u{2028}\r".unicodeScalars { #expect(!line.unicodeScalars.contains(scalar)) }
    }
}
