// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSQLite
import GatehouseStorage
import GatehouseTesting
import Testing

@Suite(.timeLimit(.minutes(15)))
struct CrashTests {
    @Test func `whatever was acknowledged survives kill -9`() async throws {
        let folder = try TemporaryFolder()
        let acknowledged = try killedWriter(writingTo: folder.path("gatehouse.db"), afterAcknowledgements: 500)
        let database = try SQLiteDatabase(path: folder.path("gatehouse.db"))
        let kept = try await database.read { reader in
            try reader.query("SELECT id FROM acknowledged").map { row in try row[0] as Int }
        }
        #expect(acknowledged.count >= 500)
        #expect(Set(acknowledged).subtracting(kept).isEmpty)
    }

    /// Runs the writer in another process, kills it in the middle of its work, and returns the ids it acknowledged.
    private func killedWriter(writingTo path: String, afterAcknowledgements count: Int) throws -> [Int] {
        let process = Process()
        let output = Pipe()
        process.executableURL = Bundle.main.bundleURL.appending(path: "StorageCrashWriter")
        process.arguments = [path]
        process.standardOutput = output
        try process.run()
        var bytes = Data()
        while bytes.count(where: { byte in byte == UInt8(ascii: "\n") }) < count {
            let chunk = output.fileHandleForReading.availableData
            guard !chunk.isEmpty else { break }
            bytes += chunk
        }
        kill(process.processIdentifier, SIGKILL)
        bytes += try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        // What follows the last line's end was cut off by the crash.
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropLast().compactMap { line in Int(line) }
    }
}
