// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Testing

/// Files that are sealed with a key from a vault.
@Suite struct SealedStoreTests {
    private let folder = SealedFolder()

    @Test func `no file has anything of an item or of the key`() throws {
        defer { try? folder.remove() }
        let item = Data("a refresh token".utf8)
        try folder.store().write(item, for: "k")
        let key = try #require(folder.vault.keys.first)
        #expect(folder.vault.keys.count == 1)
        let contents = try folder.contents()
        #expect(contents.keys.sorted() == [".sealing-key", "k"])
        for data in contents.values {
            #expect(data.firstRange(of: Data("refresh".utf8)) == nil)
            #expect(data.firstRange(of: Data(key.bytes)) == nil)
        }
        #expect(contents[".sealing-key"] == Data(key.id.text.utf8))
        #expect(folder.store().read("k") == .found(item))
        #expect(folder.store(seals: false).read("k") == .found(item))
    }

    @Test func `two items of the same content differ in their files`() throws {
        defer { try? folder.remove() }
        for _ in 0..<2 {
            for key in ["a", "b"] { try folder.store().write(Data("same".utf8), for: key) }
        }
        let contents = try folder.contents()
        #expect(try #require(contents["a"]).dropFirst(27) != #require(contents["b"]).dropFirst(27))
        #expect(folder.vault.keys.count == 1)
    }

    @Test func `a file that was changed, cut or put in another's place is damaged, not absent`() throws {
        defer { try? folder.remove() }
        for key in ["a", "b"] { try folder.store().write(Data("\(key)".utf8), for: key) }
        let contents = try folder.contents()
        let sealed = try #require(contents["a"])
        var others = [try #require(contents["b"])]
        // After the head of ten bytes and the number of the layout.
        for position in 11..<sealed.count {
            var other = sealed
            other[position] ^= 1
            others += [other, sealed.prefix(position)]
        }
        for other in others {
            try folder.put(contents.merging(["a": other]) { $1 })
            guard case .unreadable(let error) = folder.store().read("a") else {
                Issue.record("\(Array(other)) was read")
                return
            }
            #expect(error.activity == .understanding)
            #expect(folder.store().read("b") == .found(Data("b".utf8)))
        }
    }

    @Test func `an item of a later release is unreadable, and not damaged, so that nothing takes its place`() throws {
        defer { try? folder.remove() }
        try folder.store().write(Data("a".utf8), for: "a")
        var contents = try folder.contents()
        contents["a"]?[10] = 2
        try folder.put(contents)
        guard case .unreadable(let error) = folder.store().read("a") else {
            Issue.record("It was read")
            return
        }
        #expect(error.activity == .reading)
    }

    @Test func `while the vault is locked, items are unreadable, and no call but a removal changes a byte`() throws {
        defer { try? folder.remove() }
        try folder.store().write(Data("a".utf8), for: "a")
        let contents = try folder.contents()
        folder.vault.lock()
        let store = folder.store()
        #expect(store.read("a") == .unreadable(MemoryVault.locked))
        #expect(throws: MemoryVault.locked) { try store.write(Data("b".utf8), for: "a") }
        #expect(throws: MemoryVault.locked) { try store.write(Data("b".utf8), for: "b") }
        #expect(throws: MemoryVault.locked) { try store.update("a") { _ in .write(Data("b".utf8)) } }
        try store.update("a") { $0 == .unreadable(MemoryVault.locked) ? .keep : .remove }
        #expect(store.read("b") == .absent)
        #expect(throws: MemoryVault.locked) { try folder.store(seals: false).settle() }
        #expect(try folder.contents() == contents)
        try store.remove("a")
        #expect(store.read("a") == .absent)
    }

    @Test func `a program that has the key works while the vault is locked`() throws {
        defer { try? folder.remove() }
        let store = folder.store()
        try store.write(Data("a".utf8), for: "k")
        folder.vault.lock()
        try store.write(Data("b".utf8), for: "k")
        #expect(store.read("k") == .found(Data("b".utf8)))
    }

    @Test func `items under a lost key stay, beside new ones under a new key, until the key is there again`() throws {
        defer { try? folder.remove() }
        try folder.store().write(Data("a".utf8), for: "a")
        let lost = folder.vault.empty()
        let store = folder.store()
        guard case .unreadable(let error) = store.read("a") else {
            Issue.record("It was read")
            return
        }
        #expect(error.activity == .understanding)
        try store.write(Data("b".utf8), for: "b")
        #expect(folder.vault.keys.count == 1)
        for key in lost { try folder.vault.add(key) }
        #expect(folder.store().read("a") == .found(Data("a".utf8)))
        #expect(folder.store().read("b") == .found(Data("b".utf8)))
    }

    @Test func `programs that begin at the same time make one key`() async throws {
        defer { try? folder.remove() }
        await withTaskGroup { group in
            for number in 0..<30 {
                group.addTask { [folder] in
                    #expect(throws: Never.self) { try folder.store().write(Data("\(number)".utf8), for: "\(number)") }
                }
            }
        }
        #expect(folder.vault.keys.count == 1)
        for number in 0..<30 { #expect(folder.store().read("\(number)") == .found(Data("\(number)".utf8))) }
    }

    @Test(arguments: [true, false])
    func `a store that leaves the choice to another one seals as the folder is, and settles nothing`(
        seals: Bool
    ) throws {
        let folder = SealedFolder()
        defer { try? folder.remove() }
        try folder.store(seals: seals).write(Data("one".utf8), for: "one")
        let store = folder.storeAsFound()
        try store.settle()
        try store.write(Data("two".utf8), for: "two")
        #expect(try folder.sealedCount() == (seals ? 2 : 0))
        let reader = folder.store(seals: !seals)
        #expect(reader.read("one") == .found(Data("one".utf8)) && reader.read("two") == .found(Data("two".utf8)))
        #expect(store.read("one") == .found(Data("one".utf8)))
    }
}
