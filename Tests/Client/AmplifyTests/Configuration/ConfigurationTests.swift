// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import Amplify

@Suite struct ConfigurationTests {
    private func temporaryFile(_ text: String) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).json")
        try Data(text.utf8).write(to: url)
        return url
    }

    @Test func `generation 1 keeps every block and ignores unknown keys`() throws {
        let url = try temporaryFile(
            """
            {"UserAgent": "x", "Version": "1.0", "new": {"a": [1]},
             "auth": {"more": 1, "plugins": {"awsCognitoAuthPlugin": {"Auth": {"Default": {"Endpoint": "http://h:1"}}}}},
             "api": {"plugins": {}}, "storage": null}
            """
        )
        defer { try? FileManager.default.removeItem(at: url) }
        let configuration = try AmplifyConfiguration(configurationFile: url)
        let block = configuration.auth?.plugins["awsCognitoAuthPlugin"]
        #expect(block?.value(at: "Auth.Default.Endpoint")?.stringValue == "http://h:1")
        #expect(configuration.api?.plugins.isEmpty == true)
        #expect(configuration.storage == nil)
    }

    @Test(arguments: ["", "{", "[]", #"{"auth": 1}"#, #"{"auth": {}}"#, String(repeating: "[", count: 100_000)])
    func `a generation 1 file that is not a configuration is refused`(text: String) throws {
        let url = try temporaryFile(text)
        defer { try? FileManager.default.removeItem(at: url) }
        #expect {
            try AmplifyConfiguration(configurationFile: url)
        } throws: { error in
            guard case .unableToDecode(_, _, let cause) = error as? ConfigurationError else { return false }
            return cause != nil
        }
    }

    @Test func `a file that is absent is said to be invalid, with the cause`() {
        #expect {
            try AmplifyConfiguration(configurationFile: URL(fileURLWithPath: "/nonexistent/file.json"))
        } throws: { error in
            guard case .invalidAmplifyConfigurationFile(_, _, let cause) = error as? ConfigurationError else {
                return false
            }
            return cause != nil
        }
    }

    @Test func `the first folder that has the file wins`() throws {
        let folders = try ["one", "two"].map { name in
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let outputs = #"{"version": "\#(name)"}"#
            try Data(outputs.utf8).write(to: folder.appendingPathComponent("app.json"))
            return folder
        }
        defer { folders.forEach { try? FileManager.default.removeItem(at: $0) } }
        let absent = URL(fileURLWithPath: "/nonexistent")
        let file = ConfigurationFile.generation2(named: "app")
        let found = try file.decode(AmplifyOutputsData.self, in: [absent] + folders)
        #expect(found.version == "one")
    }

    @Test func `the folder of the executable is looked into`() throws {
        let executable = try #require(Bundle.main.executableURL)
        let paths = ConfigurationFile.folders.map(\.standardizedFileURL.path)
        #expect(paths.contains(executable.deletingLastPathComponent().standardizedFileURL.path))
    }

    @Test func `a configuration survives encoding`() throws {
        let blocks: [String: JSONValue] = ["plugin": ["key": [1, "two", nil, true]]]
        let before = AmplifyConfiguration(hub: HubCategoryConfiguration(plugins: blocks))
        let after = try JSONDecoder().decode(AmplifyConfiguration.self, from: JSONEncoder().encode(before))
        #expect(after.hub?.plugins == blocks)
    }
}
