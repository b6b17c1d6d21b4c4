// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux) || os(macOS)
import Foundation

/// The program `gatehouse` as a child of the process of the tests.
///
/// The child ends with ``end()``, when this value is released, and with the process of the tests, however that process
/// ends: the child reads its standard input until the operating system closes it.
final class ServerProgram: Sendable {
    /// The address that the server listens on.
    let url: URL
    /// The folder with the server's database, its files for apps and its log; it is removed at the end.
    let folder: URL
    private let process: Process
    private let input = Pipe()

    /// Starts the program in a new folder, and waits until it listens.
    ///
    /// - Parameters:
    ///   - path: the program's file; if absent, ``find(in:)`` looks for it.
    ///   - seed: the file of a seed.
    ///   - schema: the file of a schema.
    ///   - limit: the longest time until the program listens.
    /// - Throws: `TestServerError`, with the log of a program that did not start.
    init(path: String?, seed: URL?, schema: URL? = nil, limit: Duration = .seconds(120)) async throws {
        let environment = ProcessInfo.processInfo.environment
        let program = try path ?? Self.find(in: environment)
        folder = FileManager.default.temporaryDirectory.appending(path: "gatehouse-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let log = folder.appending(path: "gatehouse.log")
        try Data().write(to: log)

        let output = Pipe()
        process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = ["dev", "--port", "0", "--until-input-ends", "--data-dir", folder.path]
        if let seed { process.arguments?.append(contentsOf: ["--seed", seed.path]) }
        if let schema { process.arguments?.append(contentsOf: ["--schema", schema.path]) }
        // The settings of another server do not belong to the server of a test.
        process.environment = environment.filter { !$0.key.hasPrefix("GATEHOUSE_") }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: log)
        do {
            try process.run()
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw TestServerError("The program \(program) cannot be started: \(error.localizedDescription)")
        }
        let fault: String
        switch await Self.start(printedTo: output.fileHandleForReading, within: limit) {
        case .listens(let url):
            self.url = url
            return
        case .ended: fault = "did not start a server"
        case .isSilent: fault = "has not printed the address of a server within \(limit.components.seconds) seconds"
        }
        let reason = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        Self.end(process, in: folder)
        throw TestServerError("The program \(program) \(fault):\n\(reason)")
    }

    deinit {
        end()
    }

    /// Ends the server at once and removes its folder: what a test has stored is of no use after it.
    func end() {
        Self.end(process, in: folder)
    }

    private static func end(_ process: Process, in folder: URL) {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Returns the path of the program: `GATEHOUSE_PROGRAM`, or else `gatehouse` in a folder of `PATH`.
    /// - Throws: `TestServerError` if there is none.
    static func find(in environment: [String: String]) throws(TestServerError) -> String {
        if let named = environment["GATEHOUSE_PROGRAM"], !named.isEmpty { return named }
        let candidates = (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/gatehouse" }
        guard let found = candidates.first(where: FileManager.default.isExecutableFile) else {
            throw TestServerError(
                """
                No folder of PATH has the program gatehouse: install it, or set GATEHOUSE_PROGRAM to the path of the \
                program.
                """)
        }
        return found
    }

    /// The result of a start.
    private enum Start {
        /// The server listens on an address.
        case listens(URL)
        /// The output ended without an address.
        case ended
        /// The limit has passed without an address.
        case isSilent
    }

    /// Returns the address in the first line that the program prints, once it listens, or the reason why there is none.
    ///
    /// What it prints after that is read and dropped, so that it never waits for a reader.
    private static func start(printedTo output: FileHandle, within limit: Duration) async -> Start {
        let (pieces, continuation) = AsyncStream.makeStream(of: Data.self)
        output.readabilityHandler = { handle in
            let data = handle.availableData
            if data.isEmpty {
                handle.readabilityHandler = nil
                continuation.finish()
            } else {
                continuation.yield(data)
            }
        }
        return await withTaskGroup(of: Start.self) { group in
            group.addTask { await address(in: pieces).map { .listens($0) } ?? .ended }
            group.addTask {
                // Without the limit, a program that stays silent would block its test for ever.
                try? await Task.sleep(for: limit)
                return .isSilent
            }
            defer { group.cancelAll() }
            return await group.next() ?? .ended
        }
    }

    /// Returns the address in the first line of an output that contains one; `nil` if the output ends before that.
    private static func address(in pieces: AsyncStream<Data>) async -> URL? {
        var text = Data()
        for await piece in pieces {
            text.append(piece)
            if let match = String(decoding: text, as: UTF8.self).firstMatch(of: /listens on (\S+)\n/) {
                return URL(string: String(match.1))
            }
        }
        return nil
    }
}

/// A test server that cannot be started or used.
public struct TestServerError: Error, CustomStringConvertible {
    /// What is wrong, and what helps.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
#endif
