// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A process of the program `SessionSharer`.
final class SharingProcess {
    struct Answer {
        let words: [String]
        let issued: [String]
        let revoked: [String]
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread = Data()

    /// Starts the program.
    ///
    /// - Parameter directory: the folder of the access group.
    /// - Throws: the error that prevents its start.
    init(_ directory: URL) throws {
        process.executableURL = Bundle.main.bundleURL.appending(path: "SessionSharer")
        process.arguments = [directory.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    /// Lets the process obey commands, without waiting for it.
    func tell(_ commands: [String]) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((commands.joined(separator: " ") + "\n").utf8))
    }

    /// Waits for the answer to the commands; nil if the process has ended.
    func answer() -> Answer? {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<end], as: UTF8.self)
                unread = Data(unread[(end + 1)...])
                let parts = line.split(separator: ";", omittingEmptySubsequences: false)
                    .map { $0.split(separator: " ").map(String.init) }
                return parts.count == 3 ? Answer(words: parts[0], issued: parts[1], revoked: parts[2]) : nil
            }
            let chunk = output.fileHandleForReading.availableData
            if chunk.isEmpty { return nil }
            unread += chunk
        }
    }

    /// Ends the process, and waits for its end.
    func end() {
        process.terminate()
        process.waitUntilExit()
    }
}
