// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import AmplifyCommand

/// The place of the session that belongs to a configuration file.
@Suite struct ConfiguredAppTests {
    private static let outputs = """
        {"version": "1", "auth": {"aws_region": "eu-west-1", "user_pool_id": "eu-west-1_a", "user_pool_client_id": "c"}}
        """

    @Test func `each configuration file has a folder of its own, however it is named`() throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? files.removeItem(at: folder) }
        try files.createDirectory(at: folder.appending(path: "deep"), withIntermediateDirectories: true)
        for name in ["a.json", "b.json"] {
            try Data(Self.outputs.utf8).write(to: folder.appending(path: name))
        }
        try files.createSymbolicLink(
            at: folder.appending(path: "link.json"), withDestinationURL: folder.appending(path: "a.json"))
        func sessions(_ name: String) throws -> String {
            try ConfiguredApp(file: folder.path + "/" + name).sessionFolder(environment: ["HOME": "/home/ada"]).path
        }
        let first = try sessions("a.json")
        #expect(first.hasPrefix("/home/ada/.local/share/amplify/") && first.hasSuffix("a.json/gatehouse"))
        #expect(try sessions("deep/../a.json") == first && sessions("link.json") == first)
        #expect(try sessions("b.json") != first)
    }
}
