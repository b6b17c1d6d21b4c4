// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseProjectStores
import GatehouseWire
import ProjectShapes
import Testing

@testable import GatehouseProjects

@Suite struct PathTests {
    private static func list(_ paths: [String], size: Int = 1) throws(ServiceFault) -> FileList {
        let hash = String(repeating: "a", count: 64)
        return try FileList(paths.map { StateFile(path: $0, sha256: hash, size: size) })
    }

    @Test(arguments: [
        "/etc/passwd", "../a", "a/../../b", "a/..", "..", ".", "./a", "a/./b", "a//b", "a/", "/", "\\a", "a\\..\\b",
        "C:\\a", "a\0b", "a\nb", "a\u{7F}", "a\u{1B}[2J", "a\u{85}", String(repeating: "a", count: 1_025),
        String(repeating: "ä", count: 513),
    ])
    func `a path that leads out of the project, or that a terminal obeys, is refused`(path: String) {
        let fault = #expect(throws: ServiceFault.self) { try Self.list([path]) }
        #expect(fault?.code == .validation)
        #expect(fault?.message.unicodeScalars.contains { $0.value < 0x20 } == false)
    }

    @Test(arguments: [
        "a", "a/b/c.json", "...", "..a", "a..", ".config/local", "#current-cloud-backend/x", "a b", "C:a",
        "ä/日本語.graphql", String(repeating: "a", count: 1_024),
    ])
    func `any other path is accepted`(path: String) throws {
        #expect(try Self.list([path]).files.map(\.path) == [path])
    }

    @Test(arguments: [["a", "a"], ["a", "b", "a"], ["\u{E4}", "a\u{308}"], ["a", "a/b"], ["a/b/c", "a/b", "d"]])
    func `two files cannot have one place`(paths: [String]) {
        let fault = #expect(throws: ServiceFault.self) { try Self.list(paths) }
        #expect(fault?.code == .validation)
    }

    @Test func `names that begin alike are not folders of each other`() throws {
        #expect(try Self.list(["a", "ab", "ab.json", "a.b/c"]).files.count == 4)
    }

    @Test func `a state has at most 5 MiB`() throws {
        let paths = (0..<5).map { "\($0)" }
        #expect(try Self.list(paths, size: 1_048_576).files.count == 5)
        let fault = #expect(throws: ServiceFault.self) { try Self.list(paths + ["5"], size: 1_048_576) }
        #expect(fault?.code == .limitExceeded)
    }

    @Test func `the hash does not depend on the order of a request, and does on each member`() throws {
        func hash(_ path: String, _ digit: String, program: Bool?) throws -> String {
            let file = StateFile(
                path: path, sha256: String(repeating: digit, count: 64), size: 1, program: program)
            return try FileList([file]).sha256
        }
        #expect(try Self.list(["a", "b"]).sha256 == Self.list(["b", "a"]).sha256)
        let plain = try hash("a", "1", program: nil)
        #expect(try hash("a", "1", program: false) == plain)
        #expect(try hash("a", "1", program: true) != plain)
        #expect(try hash("b", "1", program: nil) != plain)
        #expect(try hash("a", "2", program: nil) != plain)
    }
}
