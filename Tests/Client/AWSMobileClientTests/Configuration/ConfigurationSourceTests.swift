// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire
import Synchronization
import Testing

@testable import AWSMobileClient

@Suite struct ConfigurationSourceTests {
    /// Files in memory, and the messages about them.
    private final class Disk: Sendable {
        let files: [String: ConfigurationFile]
        let messages = Mutex<[String]>([])

        init(_ files: [String: ConfigurationFile]) { self.files = files }

        func source(
            given: String? = nil,
            variable: String? = nil,
            info: String? = nil
        ) -> ConfigurationSource {
            var source = ConfigurationSource()
            source.given = { given.map { ["Name": $0] } }
            source.environment = { $0 == "GATEHOUSE_AWSCONFIGURATION" ? variable : nil }
            source.resourceFolders = { [URL(filePath: "/app/resources"), URL(filePath: "/app")] }
            source.workingDirectory = { URL(filePath: "/project") }
            source.infoDictionary = { info.map { ["AWS": ["Name": $0], "Other": 1] } }
            source.read = { url, limit in
                #expect(limit == 1 << 20)
                return self.files[url.path] ?? .absent
            }
            source.log = { message in self.messages.withLock { $0.append(message) } }
            return source
        }
    }

    private static func named(_ name: String) -> ConfigurationFile { .found(Array("{\"Name\": \"\(name)\"}".utf8)) }

    private static let everywhere = [
        "/named.json": named("environment"), "/app/resources/awsconfiguration.json": named("resources"),
        "/app/awsconfiguration.json": named("executable"), "/project/awsconfiguration.json": named("working directory"),
    ]

    @Test func `the first place that has a configuration counts`() {
        let order = ["/named.json", "/app/resources/awsconfiguration.json", "/app/awsconfiguration.json"]
        let names = ["environment", "resources", "executable", "working directory", "property list"]
        var files = Self.everywhere
        let given = Disk(files).source(given: "given", variable: "/named.json", info: "property list")
        #expect(given.find()?["Name"]?.stringValue == "given")
        for (index, name) in names.enumerated() {
            let disk = Disk(files)
            let source = disk.source(variable: index == 0 ? "/named.json" : "", info: "property list")
            #expect(source.find()?["Name"]?.stringValue == name)
            #expect(disk.messages.withLock { $0 }.isEmpty)
            files[index < order.count ? order[index] : "/project/awsconfiguration.json"] = nil
        }
        #expect(Disk([:]).source().find() == nil)
    }

    @Test func `a configuration that was found is kept, and one that the app gave is not kept again`() {
        let kept = Mutex<[String]>([])
        for given in [nil, "given"] {
            var source = Disk(Self.everywhere).source(given: given, variable: "/named.json")
            source.keep = { found in kept.withLock { $0.append(found["Name"] as? String ?? "none") } }
            _ = source.find()
        }
        #expect(kept.withLock { $0 } == ["environment"])
    }

    @Test func `a file that cannot be read is logged, and the next place counts`() {
        var files = Self.everywhere
        files["/named.json"] = .unreadable("It is larger than 1048576 bytes.")
        files["/app/resources/awsconfiguration.json"] = .found(Array("{\n  \"A\": 1, // comment\n}".utf8))
        let disk = Disk(files)
        #expect(disk.source(variable: "/named.json").find()?["Name"]?.stringValue == "executable")
        let messages = disk.messages.withLock { $0 }
        #expect(messages.count == 2)
        #expect(messages.first?.contains("/named.json") == true)
        #expect(messages.last?.contains("line 2, column 11 has a comment") == true)
    }

    @Test func `a file that the environment names and that is absent is logged`() {
        let disk = Disk(Self.everywhere)
        #expect(disk.source(variable: "/gone.json").find()?["Name"]?.stringValue == "resources")
        #expect(disk.messages.withLock { $0.first?.contains("no such file") } == true)
    }

    @Test(arguments: [
        (#"{"a": [1, 2,], "b": 1}"#, "line 1, column 13 has a closing bracket"),
        ("{\n\"ä\": \"é\", ...\n}", "line 2, column 11 has an ellipsis"),
        ("{ 'a': 1 }", "has another quotation mark"), ("{ “a”: 1 }", "has another quotation mark"),
        ("{ \"a\": 1", "line 1, column 9 is its end"), ("", "is its end"), ("{\"a\": 1} x", "column 10"),
        ("# a\n{}", "line 1, column 1 has a comment"), ("/* a */ {}", "has a comment"), ("[]", "has no object"),
        (String(repeating: "{\"a\":", count: 65), "nest deeper than 64"),
        ("{\"a\": \"" + String(repeating: "\u{301}", count: 40) + "\"}", "combining"),
    ])
    func `a document that is not JSON is refused with the place and the cure`(text: String, part: String) {
        let error = #expect(throws: ConfigurationFault.self) {
            try ConfigurationDocument.object(of: Array(text.utf8))
        }
        #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
    }

    @Test func `a byte order mark is skipped`() throws {
        let value = try ConfigurationDocument.object(of: [0xEF, 0xBB, 0xBF] + Array("{\"a\": 1}".utf8))
        #expect(value == ["a": 1])
    }

    @Test func `a file has at most the permitted size and is a regular file`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "awsconfiguration.json")
        #expect(ConfigurationFile.reading(file, limit: 4) == .absent)
        try Data("{  }".utf8).write(to: file)
        #expect(ConfigurationFile.reading(file, limit: 4) == .found(Array("{  }".utf8)))
        #expect(ConfigurationFile.reading(file, limit: 3) == .unreadable("It is larger than 3 bytes."))
        guard case .unreadable = ConfigurationFile.reading(folder, limit: 4) else {
            Issue.record("A folder was read.")
            return
        }
    }

    @Test func `a dictionary of Foundation has the same values as a file`() {
        let object: [String: Any] = [
            "text": "a", "flag": true, "number": 7, "half": 0.5, "list": ["a", "b"], "map": ["k": "v"],
            "date": Date(timeIntervalSince1970: 0),
        ]
        let value = WireValue(foundationObject: object)
        #expect(value["text"] == "a" && value["flag"] == true && value["number"] == 7 && value["half"] == 0.5)
        #expect(value["list"] == ["a", "b"] && value["map"] == ["k": "v"] && value["date"] == .null)
        let back = value.foundationObject
        #expect(back["text"] as? String == "a" && back["flag"] as? Bool == true && back["date"] == nil)
        #expect((back["map"] as? [String: Any])?["k"] as? String == "v" && back["number"] as? Int == 7)
    }

    @Test func `a dictionary that nests too deep loses its deepest parts`() {
        var object: [String: Any] = ["a": "b"]
        for _ in 0..<1_000 { object = ["a": object] }
        var value: WireValue? = WireValue(foundationObject: object)
        for _ in 0..<65 { value = value?["a"] }
        #expect(value == .null)
    }
}
