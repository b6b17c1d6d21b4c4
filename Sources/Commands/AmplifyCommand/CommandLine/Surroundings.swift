// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseDialogue
import GatehouseProject

/// What surrounds a command: the folder, the terminal, the network, the time.
struct Surroundings {
    /// The current folder.
    var folder: URL
    /// The variables of the process.
    var variables: [String: String]
    /// The place of questions, and of messages about what happens.
    var questions: any Interviewer & Sendable
    /// The place of the results.
    var results: any Interviewer & Sendable
    /// The way to servers.
    var transport: any Transport
    /// The time.
    var clock: ClientClock
    /// The source of ids.
    var entropy: Entropy
    /// The name of this machine, by which a server tells who pushed.
    var host: String
    /// Reads the standard input to its end; at most 5 MiB and one byte more.
    var input: () throws -> [UInt8]
    /// Opens an address in the desktop's browser; returns whether that worked.
    var open: (URL) async -> Bool
    /// Opens a file in the person's editor; returns whether that worked.
    var edit: (URL) -> Bool

    /// The surroundings of this process.
    static func process(usesColours: Bool) -> Surroundings {
        let variables = ProcessInfo.processInfo.environment
        return Surroundings(
            folder: URL(filePath: FileManager.default.currentDirectoryPath, directoryHint: .isDirectory),
            variables: variables,
            questions: Terminal(output: .standardError, environment: variables, usesColours: usesColours),
            results: Terminal(environment: variables, usesColours: usesColours), transport: .platform, clock: .system,
            entropy: .system, host: Desktop.hostName, input: { try Self.content(of: .standardInput) },
            open: { await Desktop.open($0) }, edit: { Desktop.edit($0, variables: variables) })
    }

    /// Eight lowercase hexadecimal digits for new names.
    func newID() -> String {
        entropy.bytes(4).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// The content of a file to its end; at most 5 MiB and one byte more, which readers then refuse.
    ///
    /// - Throws: `WrongUsage` if it cannot be read: a part of it must not count as the whole.
    static func content(of file: FileHandle) throws(WrongUsage) -> [UInt8] {
        let limit = JSONDocument.largestSize + 1
        var content = Data()
        do {
            while content.count < limit,
                let part = try file.read(upToCount: min(65_536, limit - content.count)), !part.isEmpty
            {
                content.append(part)
            }
        } catch {
            throw WrongUsage("The input cannot be read to its end.", cure: "Check the file or the pipe it comes from.")
        }
        return [UInt8](content)
    }
}
