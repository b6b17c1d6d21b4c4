// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import NIOCore
import NIOPosix

/// A service of a measurement in a process of its own: this program with a command.
struct SourceProcess {
    let port: Int
    private let process = Process()
    private let input = Pipe()

    /// Starts the process, and waits until it listens.
    ///
    /// - Parameter arguments: the name of the command with its arguments.
    /// - Throws: the error of a process that cannot be started or does not listen.
    init(_ arguments: [String]) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            process.terminate()
            throw IncompleteAnswer(from: arguments[0])
        }
        self.port = port
    }

    /// Ends the process.
    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Serves until the standard input ends; the command calls it in the process.
    ///
    /// - Parameter addHandlers: adds the handlers of a connection.
    /// - Throws: the error of the sockets.
    static func serve(_ addHandlers: @escaping @Sendable (any Channel) throws -> Void) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try addHandlers(channel) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        print(server.localAddress?.port ?? 0)
        fflush(nil)
        while readLine() != nil {}
        try await server.close()
    }
}
