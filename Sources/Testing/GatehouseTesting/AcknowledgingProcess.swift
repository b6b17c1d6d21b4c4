// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A program from the folder of the tests in a process of its own, which prints a number for each thing that it has
/// done.
package struct AcknowledgingProcess {
    private let process = Process()
    private let output = Pipe()

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - program: its name in the folder of the tests.
    ///   - arguments: the arguments of the program.
    /// - Throws: the error that prevents its start.
    package init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = Bundle.main.bundleURL.appending(path: program)
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
    }

    /// Whether it has not ended yet.
    package var isRunning: Bool { process.isRunning }

    /// Waits for its end.
    ///
    /// - Returns: the numbers that it printed; none if it failed.
    /// - Throws: the error when its output is read.
    package func acknowledged() throws -> [Int] {
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? Self.numbers(bytes) : []
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
        kill(process.processIdentifier, SIGKILL)
        bytes += try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Self.numbers(bytes)
    }

    private static func numbers(_ bytes: Data) -> [Int] {
        // Bytes after the last line's end are an incomplete line.
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .compactMap { Int($0) }
    }
}
