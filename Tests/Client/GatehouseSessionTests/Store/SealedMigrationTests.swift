// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Testing

/// The change of a folder from plain files to sealed ones and back.
@Suite struct SealedMigrationTests {
    /// Keys whose names are escaped, or too long for a file's name, as well.
    private static let keys = ["a", "b.session", "ärger@exämple.com/../x", String(repeating: "x", count: 1_000)]

    private let folder = SealedFolder()

    private func fill(_ store: SealedCredentialStore) throws {
        for key in Self.keys { try store.write(Data(key.utf8), for: key) }
    }

    private func check(seals: Bool) {
        for key in Self.keys { #expect(folder.store(seals: seals).read(key) == .found(Data(key.utf8))) }
    }

    @Test func `items keep their content on the way to a vault and back, and the key goes`() throws {
        defer { try? folder.remove() }
        try fill(folder.store(seals: false))
        let plain = try folder.contents()
        #expect(folder.vault.calls == 0)
        try folder.store().settle()
        #expect(try folder.sealedCount() == Self.keys.count)
        check(seals: true)
        try folder.store(seals: false).settle()
        check(seals: false)
        #expect(try folder.contents() == plain)
        #expect(folder.vault.keys.isEmpty)
        let calls = folder.vault.calls
        try folder.store(seals: false).settle()
        #expect(folder.vault.calls == calls)
    }

    /// Files change one after another, each as a whole, and an interruption can come between any two.
    @Test(arguments: [true, false])
    func `a change that is interrupted between any two files leaves all items readable, and the next one ends it`(
        seals: Bool
    ) throws {
        defer { try? folder.remove() }
        try fill(folder.store(seals: false))
        let plain = try folder.contents()
        try folder.store().settle()
        let sealed = try folder.contents()
        let keys = folder.vault.keys
        for count in 0...plain.count {
            var mixed = sealed
            for name in plain.keys.sorted().prefix(count) { mixed[name] = plain[name] }
            try folder.put(mixed)
            _ = folder.vault.empty()
            for key in keys { try folder.vault.add(key) }
            check(seals: true)
            check(seals: false)
            try folder.store(seals: seals).settle()
            check(seals: seals)
            #expect(try folder.sealedCount() == (seals ? Self.keys.count : 0))
            #expect(folder.vault.keys.count == (seals ? 1 : 0))
        }
    }

    @Test(arguments: [MemoryVault.Failing.beforeTheFact, .afterTheFact], [true, false])
    func `a vault that does not take the key leaves the items as they are`(
        failing: MemoryVault.Failing,
        seals: Bool
    ) throws {
        defer { try? folder.remove() }
        try fill(folder.store(seals: false))
        folder.vault.failAdditions(failing)
        #expect(throws: StoreError.self) { try folder.store().settle() }
        #expect(try folder.sealedCount() == 0)
        check(seals: seals)
        folder.vault.failAdditions(nil)
        try folder.store(seals: seals).settle()
        check(seals: seals)
        #expect(try folder.sealedCount() == (seals ? Self.keys.count : 0))
        #expect(folder.vault.keys.count == (seals ? 1 : 0))
    }

    @Test func `plain remains of an interrupted writer do not stay beside sealed items`() throws {
        defer { try? folder.remove() }
        try folder.put([".new-a": Data("a session".utf8), "b": Data("b".utf8)])
        try folder.store().settle()
        #expect(try folder.contents().keys.sorted() == [".sealing-key", "b"])
    }

    @Test func `a damaged item stays as it is, with the key, and the others are opened`() throws {
        defer { try? folder.remove() }
        try fill(folder.store())
        var contents = try folder.contents()
        contents["a"]?[40] ^= 1
        try folder.put(contents)
        try folder.store(seals: false).settle()
        for key in Self.keys.dropFirst() {
            #expect(folder.store(seals: false).read(key) == .found(Data(key.utf8)))
        }
        #expect(try folder.contents()["a"] == contents["a"])
        #expect(folder.vault.keys.count == 1)
    }

    @Test func `programs that seal and one that opens lose nothing, in any order`() async throws {
        defer { try? folder.remove() }
        await withTaskGroup { group in
            for writer in 0..<4 {
                group.addTask { [folder] in
                    let store = folder.store()
                    for number in 0..<50 {
                        #expect(throws: Never.self) { try store.write(Data("\(number)".utf8), for: "\(writer)") }
                        #expect(store.read("\(writer)") == .found(Data("\(number)".utf8)))
                    }
                }
            }
            group.addTask { [folder] in
                for _ in 0..<50 {
                    #expect(throws: Never.self) { try folder.store(seals: false).settle() }
                }
            }
        }
        for writer in 0..<4 { #expect(folder.store().read("\(writer)") == .found(Data("49".utf8))) }
        #expect(folder.vault.keys.count <= 1)
    }
}
