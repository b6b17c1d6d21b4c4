// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import GatehouseTestSupport
import Testing

/// A store in files that several processes write to.
@Suite(.ownThread, .hangLimit) struct TwoProcessTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    @Test func `two processes that write the same item never mix their values`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = FileCredentialStore(directory: directory)
        let writers = try ["a", "b"].map { try Self.writer(directory, letter: $0, count: 200) }
        var letters: Set<Character> = []
        while writers.contains(where: \.isRunning) {
            guard let value = Self.value(store.read("session")) else { continue }
            letters.formUnion(value)
            #expect(Set(value).count == 1)
        }
        for writer in writers { #expect(writer.acknowledged().count == 200) }
        let last = try #require(Self.value(store.read("session")))
        #expect(Set(last).count == 1 && letters.isSubset(of: ["a", "b"]))
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(!names.contains { $0.hasPrefix(".new") })
    }

    @Test func `a process that is killed while it writes leaves a whole value and blocks no other process`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = FileCredentialStore(directory: directory)
        let writer = try Self.writer(directory, letter: "a", count: .max)
        let acknowledged = writer.killed(afterAcknowledgements: 20)
        #expect(acknowledged.count >= 20)
        let value = try #require(Self.value(store.read("session")))
        #expect(Set(value) == ["a"])
        try store.write(Data("b".utf8), for: "session")
        #expect(Self.value(store.read("session")) == "b")
    }

    private static func value(_ answer: StoreAnswer) -> String? {
        guard case .found(let data) = answer else { return nil }
        return String(data: data, encoding: .utf8)
    }

    private static func writer(_ directory: URL, letter: String, count: Int) throws -> AcknowledgingProcess {
        try AcknowledgingProcess("CredentialStoreWriter", [directory.path, letter, "\(count)"])
    }
}
