// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseOutbound
import GatehouseServerCrypto
import Logging
import Synchronization

/// The file of an outbox's messages: one line for each message, sealed, because it contains a code or a password.
///
/// A message that cannot be written remains in the outbox until the process ends, and the failure is logged. The file
/// survives any end of the process, but not a power failure.
final class OutboxFile: OutboxJournal {
    private static let purpose = SealPurpose.outboxMessage

    private struct Content {
        var file: FileHandle?
        var lineCount = 0
    }

    private let path: String
    private let capacity: Int
    private let sealer: Sealer
    private let logger: Logger
    private let content = Mutex(Content())

    /// Creates the journal; its file keeps the newest `capacity` messages and fewer than `capacity` older ones.
    ///
    /// It does not read or write the file yet.
    init(folder: String, capacity: Int, sealer: Sealer, logger: Logger) {
        path = folder + "/outbox.sealed"
        self.capacity = capacity
        self.sealer = sealer
        self.logger = logger
    }

    /// Reads the newest messages, the oldest of them first, and removes the others from the file.
    ///
    /// A line that cannot be opened, for example an incomplete one, is skipped.
    func messages() -> [Message] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let lines: [Data]
        do {
            lines = try readLines()
        } catch {
            logger.warning(
                "The outbox's file cannot be read, so its messages are missing: correct its owner, or move it away",
                metadata: ["file": "\(path)", "cause": "\(error)"])
            return []
        }
        content.withLock { $0.lineCount = lines.count }
        var hasOldKeys = false
        let newest = lines.suffix(capacity).compactMap { line -> (line: Data, message: Message)? in
            guard let message = try? opened(line) else { return nil }
            let renewed = renewed(line)
            hasOldKeys = hasOldKeys || renewed != nil
            return (renewed ?? line, message)
        }
        if newest.count < lines.count || hasOldKeys {
            attempt("The outbox's file could not be shortened") {
                try content.withLock { content in content = try replaced(by: newest.map { $0.line }) }
            }
        }
        return newest.map { $0.message }
    }

    func append(_ message: Message) {
        attempt("A message of the outbox could not be stored") {
            let line = try sealed(message)
            try content.withLock { content in
                let file = try content.file ?? open()
                content.file = file
                try file.seekToEnd()
                try file.write(contentsOf: line)
                content.lineCount += 1
            }
        }
        attempt("The outbox's file could not be shortened") {
            try content.withLock { content in
                guard content.lineCount >= 2 * capacity else { return }
                content = try replaced(by: readLines().suffix(capacity))
            }
        }
    }

    func removeAll() {
        attempt("The outbox's file could not be emptied") {
            try content.withLock { content in
                try (content.file ?? open()).truncate(atOffset: 0)
                content.lineCount = 0
            }
        }
    }

    private func readLines() throws -> [Data] {
        try Data(contentsOf: URL(fileURLWithPath: path)).split(separator: 0x0A)
    }

    /// Replaces the file with a new one, so that a failure loses no line.
    private func replaced(by lines: some Collection<Data>) throws -> Content {
        let text = lines.reduce(into: Data()) { text, line in
            text.append(line)
            text.append(0x0A)
        }
        try PrivateFile.write(text, to: path)
        return Content(file: nil, lineCount: lines.count)
    }

    private func open() throws -> FileHandle {
        if !FileManager.default.fileExists(atPath: path) {
            try PrivateFile.write(Data(), to: path)
        }
        return try FileHandle(forUpdating: URL(fileURLWithPath: path))
    }

    private func sealed(_ message: Message) throws -> Data {
        let content = try JSONEncoder().encode(message)
        return Data((Base64.encode(sealer.seal(Array(content), purpose: Self.purpose)) + "\n").utf8)
    }

    /// A line that an older master key sealed, sealed again under the current one; `nil` for other lines.
    private func renewed(_ line: Data) -> Data? {
        let sealed = Base64.decode(String(decoding: line, as: UTF8.self)) ?? []
        return (try? sealer.resealed(sealed, purpose: Self.purpose)).map { Data(Base64.encode($0).utf8) }
    }

    private func opened(_ line: Data) throws -> Message {
        let sealed = Base64.decode(String(decoding: line, as: UTF8.self)) ?? []
        return try JSONDecoder().decode(Message.self, from: Data(sealer.open(sealed, purpose: Self.purpose)))
    }

    private func attempt(_ failing: Logger.Message, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            logger.warning(failing, metadata: ["file": "\(path)", "cause": "\(error)"])
        }
    }
}
