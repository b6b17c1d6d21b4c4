// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import GatehouseServer

@Suite struct MasterKeysTests {
    private static let key = Base64.encode(Entropy.seeded(7).bytes(32))

    private func ring(_ source: MasterKeySource, _ mode: RunMode) throws -> KeyRing {
        try MasterKeys(source, mode: mode, entropy: .system, of: nil).ring()
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

    @Test(arguments: ["", "short", "main:c2hvcnQ=", String(repeating: "A", count: 43) + "="])
    func `a malformed or guessable key is refused`(text: String) throws {
        let refusal = #expect(throws: StartupRefusal.self) { try ring(.text(text), .serve) }
        #expect(refusal?.description.contains("openssl rand -base64 32") == true)
        #expect(text.isEmpty || refusal?.description.contains(text) == false)
    }

    /// The refusal of a text in the file of keys beside a database that `key` sealed under the id `main`.
    private func refusal(
        ofKeys text: String, sealedUnder key: String = Self.key, id: String = "main", isDatabaseThere: Bool = true
    ) throws -> String? {
        let folder = try TemporaryFolder()
        let path = folder.path("keys")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let keys = InstallationKeys(ring: try KeyRing(text: "\(id):\(key)"), entropy: .system)
        if isDatabaseThere {
            try MasterKeyCheck(dataDirectory: folder.path, keys: keys).seal()
            try Data().write(to: URL(fileURLWithPath: folder.path("gatehouse.sqlite")))
        }
        let refusal = #expect(throws: StartupRefusal.self) {
            try MasterKeys(
                .file(path), mode: .serve, entropy: .system, of: KeyedDatabase(folder: folder.path)
            ).ring()
        }
        return refusal?.description.replacing(folder.path, with: "DATA")
    }

    private static let other = Base64.encode(Entropy.seeded(8).bytes(32))

    @Test(arguments: [
        ("", "it has no key"), ("# main\n", "it has no key"), ("short", "line 1 is not 32 bytes in Base64"),
        ("main:c2hvcnQ=", "line 1"), (String(key.dropLast(9)), "line 1"), ("old:\(key)\nnew:\(key)x", "line 2"),
        ("main:\(key):x", "line 1"),
    ])
    func `beside a database, a damaged key is to be put back and no new one is proposed`(
        text: String, flaw: String
    ) throws {
        let refusal = try #require(try refusal(ofKeys: text))
        #expect(refusal.contains("The master key in DATA/keys is damaged: "))
        #expect(refusal.contains(flaw))
        #expect(
            refusal.contains(
                "DATA/gatehouse.sqlite is sealed under the key main, and no other key opens it: put the copy of this "
                    + "key back."))
        #expect(!refusal.contains("openssl"))
        #expect(try self.refusal(ofKeys: text, isDatabaseThere: false)?.contains("openssl rand -base64 32") == true)
    }

    @Test func `a line without an id that sealed the database is named with the command that adds the id`() throws {
        let refusal = try refusal(ofKeys: "# keys\n\(Self.key)\n2026-11:\(Self.other)\n")
        #expect(
            refusal
                == "Line 2 of DATA/keys has no id. It is the key that sealed DATA/gatehouse.sqlite: write main: before "
                + "it, with: sed -i '2s/^ */main:/' DATA/keys")
    }

    @Test func `a single key without an id that sealed the database under an id is named with it`() throws {
        let refusal = try refusal(ofKeys: "\(Self.key)\n", sealedUnder: Self.key, id: "2026")
        #expect(
            refusal
                == "Line 1 of DATA/keys has no id. It is the key that sealed DATA/gatehouse.sqlite: write 2026: before "
                + "it, with: sed -i '1s/^ */2026:/' DATA/keys")
    }

    @Test func `another line without an id gets an id that no line has`() throws {
        let refusal = try #require(try refusal(ofKeys: "main:\(Self.key)\n\(Self.other)"))
        #expect(refusal.contains("it is not the key main that sealed DATA/gatehouse.sqlite"))
        #expect(refusal.hasSuffix("If the key is new, write key2: before it, with: sed -i '2s/^ */key2:/' DATA/keys"))
        let first = try #require(
            try self.refusal(ofKeys: "main:\(Self.key)\n\(Self.other)", isDatabaseThere: false))
        #expect(first.hasSuffix("write key2: before it, with: sed -i '2s/^ */key2:/' DATA/keys"))
    }

    @Test(arguments: [
        ("main:\(key)\nmain:\(other)", "Two lines of DATA/keys have the same id"),
        ("ma in:\(key)", "Line 1 of DATA/keys has an id that is not 1 to 32 letters, digits, - and _"),
        ("main:\(String(repeating: "A", count: 43))=", "keep the line"),
    ])
    func `a flaw beside a database does not lead to another key`(text: String, flaw: String) throws {
        let refusal = try #require(try refusal(ofKeys: text))
        #expect(refusal.contains(flaw))
        #expect(!refusal.contains("openssl"))
    }

    @Test(arguments: [RunMode.dev, .serve, .maintenance])
    func `a database whose key is not set names the key`(mode: RunMode) throws {
        let folder = try TemporaryFolder()
        let keys = InstallationKeys(ring: try KeyRing(text: "2026:\(Self.key)"), entropy: .system)
        try MasterKeyCheck(dataDirectory: folder.path, keys: keys).seal()
        try Data().write(to: URL(fileURLWithPath: folder.path("gatehouse.sqlite")))
        for source in [MasterKeySource.usualFile(folder.path("master.key")), .file(folder.path("nosuch.key"))] {
            let refusal = #expect(throws: StartupRefusal.self) {
                try MasterKeys(
                    source, mode: mode, entropy: .system, of: KeyedDatabase(folder: folder.path)
                ).ring()
            }
            let text = "\(folder.path)/gatehouse.sqlite is sealed under the key 2026"
            #expect(refusal?.description.contains(text) == true)
            #expect(refusal?.description.contains("openssl") == false)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test func `commands take a key that can be guessed, so that another one can replace it`() throws {
        let weak = "main:\(String(repeating: "A", count: 43))="
        #expect(try ring(.text(weak), .maintenance).current.id == "main")
        #expect(throws: StartupRefusal.self) { try ring(.text(weak), .serve) }
    }
}
