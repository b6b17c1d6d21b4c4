// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServer
import GatehouseTesting
import Testing

@Suite struct MasterKeysTests {
    private static let key = Base64.encode(Entropy.seeded(7).bytes(32))

    private func ring(_ source: MasterKeySource, _ mode: RunMode) throws -> KeyRing {
        try MasterKeys(source, mode: mode, entropy: .system, isFirstStart: true).ring()
    }

    @Test func `dev makes a key that only its owner can read, once`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("master.key")
        let first = try ring(.file(path), .dev)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try ring(.file(path), .dev).text == first.text)
        #expect(try ring(.file(path), .serve).text == first.text)
    }

    @Test func `serve makes no key`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("master.key")
        let refusal = #expect(throws: StartupRefusal.self) { try ring(.file(path), .serve) }
        #expect(refusal?.description.contains("GATEHOUSE_MASTER_KEY") == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a key that others can read is refused`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("master.key")
        let isMade = FileManager.default.createFile(
            atPath: path, contents: Data("main:\(Self.key)\n".utf8), attributes: [.posixPermissions: 0o644]
        )
        #expect(isMade)
        let refusal = #expect(throws: StartupRefusal.self) { try ring(.file(path), .serve) }
        #expect(refusal?.description.contains("chmod 600") == true)
    }

    @Test(arguments: [key, "main:\(key)", "# comment\nold:\(key)\nmain:\(key)\n", " \(key)\n"])
    func `a key may come with or without a name`(text: String) throws {
        #expect(try ring(.text(text), .serve).current.id == "main")
    }

    @Test(arguments: ["", "short", "main:c2hvcnQ=", String(repeating: "A", count: 43) + "=", "a:\(key)\na:\(key)"])
    func `a key that is none or can be guessed is refused`(text: String) throws {
        let refusal = #expect(throws: StartupRefusal.self) { try ring(.text(text), .serve) }
        #expect(refusal?.description.contains("openssl rand -base64 32") == true)
        #expect(text.isEmpty || refusal?.description.contains(text) == false)
    }
}
