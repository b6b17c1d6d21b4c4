// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseServer

/// The lines of files that are longer than a part that is read at once.
@Suite struct InputLinesTests {
    private func lines(of text: String) throws -> [String] {
        let folder = try TemporaryFolder()
        let path = folder.path("lines")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let input = try InputLines(path)
        var lines: [String] = []
        while let line = try input.next() { lines.append(String(decoding: line, as: UTF8.self)) }
        #expect(try input.next() == nil)
        return lines
    }

    @Test(arguments: [
        ([], ""), ([""], "\n"), (["a"], "a"), (["a"], "a\n"), (["a", "", "b"], "a\n\nb"), (["a\r", "b"], "a\r\nb\n"),
    ])
    func `a line ends with its line feed or with the input`(lines: [String], text: String) throws {
        #expect(try self.lines(of: text) == lines)
    }

    @Test(arguments: [1, 65_535, 65_536, 65_537, 200_000])
    func `lines go on over the parts that are read`(length: Int) throws {
        let long = (0..<5).map { String(repeating: "\($0)", count: length) }
        #expect(try lines(of: long.joined(separator: "\n")) == long)
        #expect(try lines(of: long.joined(separator: "\n") + "\n") == long)
    }

    @Test func `a line that is too long, a folder and a file that does not exist are refused`() throws {
        let long = String(repeating: "x", count: InputLines.longestLine + 100_000)
        #expect(throws: ServiceFault.self) { try lines(of: "a\n" + long) }
        let folder = try TemporaryFolder()
        #expect(throws: ServiceFault.self) { try InputLines(folder.path("missing")) }
        let input = try InputLines(folder.path(""))
        #expect(throws: ServiceFault.self) { try input.next() }
    }
}
