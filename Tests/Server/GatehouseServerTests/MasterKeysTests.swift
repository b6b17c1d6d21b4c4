// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServer
import GatehouseServerCrypto
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
        let first = try ring(.usualFile(path), .dev)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        #expect(try ring(.usualFile(path), .dev).text == first.text)
        #expect(try ring(.file(path), .serve).text == first.text)
    }

    @Test func `a file that a crash left beside the key is replaced, and a link in its place is not followed`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("master.key")
        let other = folder.path("other")
        try Data("mine".utf8).write(to: URL(fileURLWithPath: other))
        try FileManager.default.createSymbolicLink(atPath: path + ".new", withDestinationPath: other)
        let first = try ring(.usualFile(path), .dev)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["master.key", "other"])
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
        #expect(try ring(.usualFile(path), .dev).text == first.text)
    }

    @Test func `serve makes no key`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("master.key")
        let refusal = #expect(throws: StartupRefusal.self) { try ring(.usualFile(path), .serve) }
        #expect(refusal?.description.contains("GATEHOUSE_MASTER_KEY") == true)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: [RunMode.dev, .serve])
    func `a file that a setting names and that is not there is named as missing, and none is made`(
        mode: RunMode
    ) throws {
        let path = try TemporaryFolder().path("nosuch.key")
        let refusal = #expect(throws: StartupRefusal.self) { try ring(.file(path), mode) }
        #expect(refusal?.description == "There is no file \(path): correct GATEHOUSE_MASTER_KEY_FILE.")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a folder in the place of the key is named as one`() throws {
        let folder = try TemporaryFolder()
        let refusal = #expect(throws: StartupRefusal.self) { try ring(.file(folder.path), .serve) }
        #expect(refusal?.description.contains("is a folder") == true)
    }

    @Test(arguments: [0o640, 0o660, 0o600, 0o400])
    func `the group may read a key`(permissions: Int) throws {
        #expect(try ring(inFileWith: permissions).current.id == "main")
    }

    @Test(arguments: [0o644, 0o602, 0o601])
    func `a key that other users may use is refused with the cure`(permissions: Int) {
        let refusal = #expect(throws: StartupRefusal.self) { try ring(inFileWith: permissions) }
        #expect(refusal?.description.contains("chmod o= ") == true)
    }

    @Test func `a symbolic link has the permissions of its file`() throws {
        #expect(try ring(inFileWith: 0o640, behindLink: true).current.id == "main")
        #expect(throws: StartupRefusal.self) { try ring(inFileWith: 0o644, behindLink: true) }
    }

    private func ring(inFileWith permissions: Int, behindLink: Bool = false) throws -> KeyRing {
        let folder = try TemporaryFolder()
        let path = folder.path("master.key")
        try Data("main:\(Self.key)\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
        guard behindLink else { return try ring(.file(path), .serve) }
        let link = folder.path("link.key")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        return try ring(.file(link), .serve)
    }

    @Test(arguments: [key, "main:\(key)", "# comment\nold:\(key)\nmain:\(key)\n", " \(key)\n"])
    func `a key may come with or without a name`(text: String) throws {
        #expect(try ring(.text(text), .serve).current.id == "main")
    }

    @Test(arguments: ["", "short", "main:c2hvcnQ=", String(repeating: "A", count: 43) + "=", "a:\(key)\na:\(key)"])
    func `a malformed or guessable key is refused`(text: String) throws {
        let refusal = #expect(throws: StartupRefusal.self) { try ring(.text(text), .serve) }
        #expect(refusal?.description.contains("openssl rand -base64 32") == true)
        #expect(text.isEmpty || refusal?.description.contains(text) == false)
    }
}
