// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseOutbound

/// A program from the folder of the tests in a process of its own, which prints a number for each thing that it has
/// done.
package struct AcknowledgingProcess {
    private let process: ChildProcess
    private let output = Pipe()

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - program: its name in the folder of the tests.
    ///   - arguments: the arguments of the program.
    /// - Throws: the error that prevents its start.
    package init(_ program: String, _ arguments: [String]) throws {
        let path = Bundle.main.bundleURL.appending(path: program).path
        process = try ChildProcess([path] + arguments, output: output.fileHandleForWriting.fileDescriptor)
        try output.fileHandleForWriting.close()
    }

    /// Whether it has not ended yet.
    package var isRunning: Bool { !process.hasEnded }

    /// Waits for its end.
    ///
    /// - Returns: the numbers that it printed; none if it failed.
    /// - Throws: the error when its output is read.
    package func acknowledged() throws -> [Int] {
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        return process.wait() == .status(0) ? Self.numbers(bytes) : []
    }

    /// Kills it in the middle of its work.
    ///
    /// - Parameter count: how many numbers are waited for.
    /// - Returns: all the numbers that it printed.
    /// - Throws: the error when its output is read.
    package func killed(afterAcknowledgements count: Int) throws -> [Int] {
        var bytes = Data()
        while bytes.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            let chunk = output.fileHandleForReading.availableData
            guard !chunk.isEmpty else { break }
            bytes += chunk
        }
        process.kill()
        bytes += try output.fileHandleForReading.readToEnd() ?? Data()
        return Self.numbers(bytes)
    }

    private static func numbers(_ bytes: Data) -> [Int] {
        // Bytes after the last line's end are an incomplete line.
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .compactMap { Int($0) }
    }
}
