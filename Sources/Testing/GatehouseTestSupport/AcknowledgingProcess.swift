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
    package func acknowledged() -> [Int] {
        let numbers = IteratorSequence(PipeLines(output)).compactMap { Int($0) }
        return process.wait() == .status(0) ? numbers : []
    }

    /// Kills it in the middle of its work.
    ///
    /// - Parameter count: how many numbers are waited for.
    /// - Returns: all the numbers that it printed.
    package func killed(afterAcknowledgements count: Int) -> [Int] {
        var lines = PipeLines(output)
        var printed: [String] = []
        while printed.count < count, let line = lines.next() { printed.append(line) }
        process.kill()
        printed += IteratorSequence(lines)
        return printed.compactMap { Int($0) }
    }
}
