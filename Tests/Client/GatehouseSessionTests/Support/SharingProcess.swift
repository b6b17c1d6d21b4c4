// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseOutbound
import GatehouseTestSupport
import Testing

/// A process of the program `SessionSharer`.
final class SharingProcess {
    struct Answer {
        let words: [String]
        let issued: [String]
        let revoked: [String]
    }

    private let process: ChildProcess
    private let input = Pipe()
    private let output = Pipe()
    private var answers: PipeLines

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - directory: the folder of the access group.
    ///   - form: `sealed` or `opened`, for a folder that may be sealed; nil for files alone.
    ///   - environment: the variables of the process; nil for the tests' own.
    /// - Throws: the error that prevents its start.
    init(_ directory: URL, form: String? = nil, environment: [String: String]? = nil) throws {
        answers = PipeLines(output)
        let path = Bundle.main.bundleURL.appending(path: "SessionSharer").path
        process = try ChildProcess(
            [path, directory.path] + (form.map { [$0] } ?? []),
            environment: environment ?? ProcessInfo.processInfo.environment,
            input: input.fileHandleForReading.fileDescriptor,
            output: output.fileHandleForWriting.fileDescriptor)
        try input.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
    }

    /// Lets the process obey commands, without waiting for it.
    func tell(_ commands: [String]) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((commands.joined(separator: " ") + "\n").utf8))
    }

    /// Waits for the answer to the commands; nil if the process has ended.
    func answer() -> Answer? {
        let parts = answers.next()?.split(separator: ";", omittingEmptySubsequences: false)
            .map { $0.split(separator: " ").map(String.init) }
        guard let parts, parts.count == 3 else { return nil }
        return Answer(words: parts[0], issued: parts[1], revoked: parts[2])
    }

    /// Lets the process obey commands, and waits for its answers.
    func ask(_ commands: String...) throws -> [String] {
        try tell(commands)
        return try #require(answer()).words
    }

    /// Whether it still does what it received: it has neither answered nor ended.
    var isBusy: Bool {
        var output = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&output, 1, 0) == 0
    }

    /// Ends the process in the middle of what it does.
    func kill() {
        process.kill()
    }
}
