// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Testing

@Suite struct CredentialStoreTests {
    private static func directory() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "gatehouse-store-\(UUID().uuidString)/deep/er")
    }

    private static func stores() -> [any CredentialStore] {
        let sealed = [true, false].map {
            SealedCredentialStore(directory: directory(), keys: SealingKeys(MemoryVault()), seals: $0)
        }
        return [InMemoryCredentialStore(), FileCredentialStore(directory: directory())] + sealed
    }

    @Test func `every store gives back what it was given`() throws {
        let stores = Self.stores()
        for store in stores {
            #expect(store.read("k") == .absent)
            try store.remove("k")
            try store.write(Data("one".utf8), for: "k")
            try store.write(Data("two, longer".utf8), for: "k")
            #expect(store.read("k") == .found(Data("two, longer".utf8)))
            try store.write(Data(), for: "k")
            #expect(store.read("k") == .found(Data()))
            #expect(store.read("other") == .absent)
            try store.remove("k")
            #expect(store.read("k") == .absent)
        }
    }

    @Test(arguments: [
        "amplify.us-east-1_A.us-east-1:11111111-2222.session", "../../etc/passwd", "/etc/passwd", ".", "..", "",
        "a/b", "a%2Fb", "a\u{0}b", "ärger@exämple.com", ".lock", String(repeating: "x", count: 1_000),
        String(repeating: "ä", count: 100),
    ])
    func `no key leaves the directory or meets another`(key: String) throws {
        let directory = Self.directory()
        let store = FileCredentialStore(directory: directory)
        try store.write(Data("other".utf8), for: "other")
        try store.write(Data(key.utf8), for: key)
        #expect(store.read(key) == .found(Data(key.utf8)))
        #expect(store.read("other") == .found(Data("other".utf8)))
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names.count == 3 && names.contains("other") && names.contains(".lock"))
    }

    @Test func `a store lists the keys with a prefix, except keys that are too long for a file name`() throws {
        let stores = Self.stores()
        let keys = ["a.b", "a.ärger@exämple.com/../x", "a.", "a.%2e", "b", "a"]
        for store in stores {
            #expect(try store.keys(startingWith: "") == [])
            for key in keys { try store.write(Data(key.utf8), for: key) }
            #expect(try Set(store.keys(startingWith: "a.")) == Set(keys.prefix(4)))
        }
        try stores[1].write(Data(), for: String(repeating: "a.", count: 1_000))
        #expect(try stores[1].keys(startingWith: "a.").count == 4)
    }

    @Test func `a change of an item is atomic`() async throws {
        let stores = Self.stores()
        for store in stores {
            await withTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask {
                        #expect(throws: Never.self) {
                            try store.update("k") { old in
                                guard case .found(let data) = old else { return .write(Data([0])) }
                                return .write(data + [0])
                            }
                        }
                    }
                }
            }
            #expect(store.read("k") == .found(Data(count: 50)))
            try store.update("k") { _ in .keep }
            #expect(store.read("k") == .found(Data(count: 50)))
            #expect(throws: StoreError(.understanding, reason: "not this one")) {
                try store.update("k") { _ throws(StoreError) in
                    throw StoreError(.understanding, reason: "not this one")
                }
            }
            #expect(store.read("k") == .found(Data(count: 50)))
            try store.update("k") { $0 == .found(Data(count: 50)) ? .remove : .keep }
            #expect(store.read("k") == .absent)
        }
    }

    @Test func `files and directory belong to their owner alone`() throws {
        let directory = Self.directory()
        let store = FileCredentialStore(directory: directory)
        try store.write(Data("secret".utf8), for: "k")
        let modes = try ["", "/k", "/.lock"].map { suffix in
            let attributes = try FileManager.default.attributesOfItem(atPath: directory.path + suffix)
            return (attributes[.posixPermissions] as? NSNumber)?.intValue
        }
        #expect(modes == [0o700, 0o600, 0o600])
    }

    @Test func `a directory that other users may enter is closed before the first item is written`() throws {
        let directory = Self.directory()
        let store = FileCredentialStore(directory: directory)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: directory.path)
        try store.write(Data("secret".utf8), for: "k")
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
    }

    @Test(.enabled(if: geteuid() != 0, "The administrator may use the files of all users."))
    func `a folder and a file of another user are refused`() throws {
        // Both belong to the administrator on every system.
        let store = FileCredentialStore(directory: URL(filePath: "/etc"))
        guard case .unreadable = store.read("passwd") else {
            Issue.record("A file of another user was read.")
            return
        }
        #expect(throws: StoreError.self) { try store.write(Data(), for: "k") }
    }

    @Test func `changes of several items take turns, and use the items in their turn`() async throws {
        let stores = Self.stores()
        for store in stores {
            await withTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask {
                        #expect(throws: Never.self) {
                            try store.alone { () throws(StoreError) in
                                let length = if case .found(let data) = store.read("a") { data.count } else { 0 }
                                try store.write(Data(count: length + 1), for: "a")
                                try store.write(Data(count: length + 1), for: "b")
                            }
                        }
                    }
                }
            }
            #expect(store.read("a") == .found(Data(count: 50)))
            #expect(store.read("b") == .found(Data(count: 50)))
        }
    }

    @Test func `an unreadable item is not absent`() throws {
        let directory = Self.directory()
        let store = FileCredentialStore(directory: directory)
        let files = FileManager.default
        try files.createDirectory(at: directory.appending(path: "folder"), withIntermediateDirectories: true)
        try files.createSymbolicLink(atPath: directory.path + "/link", withDestinationPath: "/etc/hostname")
        try Data(count: 2 << 20).write(to: directory.appending(path: "huge"))
        for key in ["folder", "link", "huge"] {
            guard case .unreadable = store.read(key) else {
                Issue.record("\(key) was read.")
                return
            }
        }
    }

    @Test func `a store that cannot write says so and keeps the old item`() throws {
        let directory = Self.directory()
        try FileManager.default.createDirectory(
            at: directory.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data().write(to: directory)
        let store = FileCredentialStore(directory: directory)
        for work in [{ try store.write(Data("x".utf8), for: "k") }, { try store.remove("k") }] {
            let error = #expect(throws: StoreError.self) { try work() }
            #expect(error?.reason.contains(directory.path) == true)
        }
    }

    @Test func `an unfinished write leaves the old item`() throws {
        let directory = Self.directory()
        let store = FileCredentialStore(directory: directory)
        try store.write(Data("old".utf8), for: "k")
        try Data("half a n".utf8).write(to: directory.appending(path: ".new-k"))
        #expect(store.read("k") == .found(Data("old".utf8)))
        try store.write(Data("new".utf8), for: "k")
        #expect(store.read("k") == .found(Data("new".utf8)))
    }

    @Test func `writers on one directory take turns, and readers see whole items`() async throws {
        let directory = Self.directory()
        let items = (0..<8).map { Data(repeating: UInt8(ascii: "a") + $0, count: 20_000 + Int($0)) }
        try FileCredentialStore(directory: directory).write(items[0], for: "k")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for item in items {
                group.addTask {
                    let store = FileCredentialStore(directory: directory)
                    for _ in 0..<20 {
                        try store.write(item, for: "k")
                        guard case .found(let data) = store.read("k") else {
                            throw StoreError(.reading, reason: "gone")
                        }
                        #expect(items.contains(data))
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/home/a"], nil, "/data/tool/gatehouse"),
            (["HOME": "/home/a"], nil, "/home/a/.local/share/tool/gatehouse"),
            (["XDG_DATA_HOME": "relative", "HOME": "/home/a"], nil, "/home/a/.local/share/tool/gatehouse"),
            (["HOME": "/home/a"], "team.group", "/home/a/.local/share/group-team.group/gatehouse"),
            (["HOME": "/home/a"], "../x", "/home/a/.local/share/group-%2e.%2fx/gatehouse"),
        ] as [([String: String], String?, String)])
    func `the default directory follows the XDG rules`(environment: [String: String], group: String?, path: String) {
        let directory = FileCredentialStore.defaultDirectory(
            processName: "tool",
            accessGroup: group,
            environment: environment
        )
        #expect(directory.path(percentEncoded: false) == path)
    }

    @Test(
        arguments: [
            ([:], nil, "tool"), (["GATEHOUSE_APP_ID": "org.example.app"], nil, "org.example.app"),
            (["GATEHOUSE_APP_ID": ""], nil, "tool"), ([:], "", "tool"),
            (["GATEHOUSE_APP_ID": "other"], "org.example.app", "org.example.app"),
        ] as [([String: String], String?, String)])
    func `the bundle, then the environment, then the executable names an app`(
        environment: [String: String], bundle: String?, name: String
    ) {
        let identity = AppIdentity.name(bundleIdentifier: bundle, environment: environment, executableName: "tool")
        #expect(identity == name)
    }

    @Test func `the environment names the default directory of a program without a bundle`() {
        let environment = ["HOME": "/home/a", "GATEHOUSE_APP_ID": "a/b"]
        let directory = FileCredentialStore.defaultDirectory(environment: environment)
        #expect(directory.path(percentEncoded: false) == "/home/a/.local/share/a%2fb/gatehouse")
        let tool = FileCredentialStore.defaultDirectory(processName: "tool", environment: environment)
        #expect(tool.path(percentEncoded: false) == "/home/a/.local/share/tool/gatehouse")
    }

    @Test func `keys own the item of AWSMobileClient, and other pools' keys do not`() {
        let keys = StoreKeys(userPoolID: "us-east-1_A", identityPoolID: nil)
        let identity = "us-east-1:11111111-2222-3333-4444-555555555555"
        let both = StoreKeys(userPoolID: "us-east-1_A", identityPoolID: identity)
        #expect(keys.owns(keys.mobileClient) && both.owns(both.mobileClient))
        #expect(!keys.owns(both.mobileClient) && !both.owns(keys.mobileClient))
        #expect(StoreKeys.isMobileClient(both.mobileClient) && !StoreKeys.isMobileClient(both.session))
    }

    @Test func `a part of a program has a folder below the program's`() {
        let directory = FileCredentialStore.defaultDirectory(
            processName: "tool", part: "/home/a/b.json", environment: ["HOME": "/home/a"])
        #expect(directory.path(percentEncoded: false) == "/home/a/.local/share/tool/%2fhome%2fa%2fb.json/gatehouse")
    }
}
