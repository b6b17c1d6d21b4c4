// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Testing

/// A store in files that several processes write to.
@Suite(.timeLimit(.minutes(15))) struct TwoProcessTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    @Test func `two processes that write the same item never mix their values`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = FileCredentialStore(directory: directory)
        let writers = try ["a", "b"].map { try Writer(directory, letter: $0, count: 200) }
        var letters: Set<Character> = []
        while writers.contains(where: \.isRunning) {
            guard let value = Self.value(store.read("session")) else { continue }
            letters.formUnion(value)
            #expect(Set(value).count == 1)
        }
        for writer in writers { #expect(try writer.acknowledged().count == 200) }
        let last = try #require(Self.value(store.read("session")))
        #expect(Set(last).count == 1 && letters.isSubset(of: ["a", "b"]))
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(!names.contains { $0.hasPrefix(".new") })
    }

    @Test func `a process that is killed while it writes keeps nobody from writing, and leaves a whole value`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let store = FileCredentialStore(directory: directory)
        let writer = try Writer(directory, letter: "a", count: .max)
        let acknowledged = try writer.killed(afterAcknowledgements: 20)
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
}

/// `CredentialStoreWriter` in a process of its own.
private struct Writer {
    private let process = Process()
    private let output = Pipe()

    init(_ directory: URL, letter: String, count: Int) throws {
        process.executableURL = Bundle.main.bundleURL.appending(path: "CredentialStoreWriter")
        process.arguments = [directory.path, letter, "\(count)"]
        process.standardOutput = output
        try process.run()
    }

    var isRunning: Bool { process.isRunning }

    /// The lengths of the values that were written, once the process has ended well.
    func acknowledged() throws -> [Int] {
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? Self.lengths(bytes) : []
    }

    /// Kills the process in the middle of its work.
    func killed(afterAcknowledgements count: Int) throws -> [Int] {
        var bytes = Data()
        while bytes.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            let chunk = output.fileHandleForReading.availableData
            guard !chunk.isEmpty else { break }
            bytes += chunk
        }
        kill(process.processIdentifier, SIGKILL)
        bytes += try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Self.lengths(bytes)
    }

    private static func lengths(_ bytes: Data) -> [Int] {
        // What follows the last line's end was cut off.
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .compactMap { Int($0) }
    }
}
