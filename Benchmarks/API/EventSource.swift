// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import NIOCore
import NIOPosix

/// A service that sends events to subscriptions at a fixed rate, in a process of its own: this program with a command.
enum EventSource {
    /// The name of the command.
    static let command = "event-source"

    /// Serves until its standard input ends.
    ///
    /// - Parameter arguments: the number of events, and how many of them are sent in a second.
    /// - Throws: the error of the sockets, or of other arguments.
    static func run(_ arguments: [String]) async throws {
        let numbers = arguments.compactMap(Int.init)
        guard numbers.count == 2 else { throw IncompleteAnswer(from: "the command line") }
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        EventSourceHandler(events: numbers[0], perSecond: numbers[1]))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        print(server.localAddress?.port ?? 0)
        fflush(nil)
        while readLine() != nil {}
        try await server.close()
    }

    /// The process, as the benchmark has it.
    struct Child {
        let port: Int
        private let process = Process()
        private let input = Pipe()

        /// Starts the process, and waits until it listens.
        /// - Throws: the error of a process that cannot be started or does not listen.
        init(events: Int, perSecond: Int) throws {
            let output = Pipe()
            process.executableURL = URL(filePath: CommandLine.arguments[0])
            process.arguments = [EventSource.command, "\(events)", "\(perSecond)"]
            process.standardInput = input
            process.standardOutput = output
            try process.run()
            let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
                process.terminate()
                throw IncompleteAnswer(from: "the source of events")
            }
            self.port = port
        }

        /// Ends the process.
        func stop() {
            try? input.fileHandleForWriting.close()
            process.waitUntilExit()
        }
    }
}
