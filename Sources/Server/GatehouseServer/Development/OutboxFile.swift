// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseOutbound
import Logging
import Synchronization

/// The file that keeps an outbox's messages: a line for each, sealed, since a message holds a code or a password.
///
/// A message that cannot be written stays in the outbox until the process ends, and the log says so. The file survives the
/// process however that ends, but not the machine's loss of power.
final class OutboxFile: OutboxJournal {
    private static let purpose = "outbox message"

    private let path: String
    private let sealer: Sealer
    private let logger: Logger
    private let file = Mutex<FileHandle?>(nil)

    /// Names the file; nothing is read or written yet.
    init(folder: String, sealer: Sealer, logger: Logger) {
        path = folder + "/outbox.sealed"
        self.sealer = sealer
        self.logger = logger
    }

    /// Reads the newest `limit` messages, the oldest first, and forgets the others.
    ///
    /// A line that cannot be opened, such as one that was cut off, is left out.
    func messages(limit: Int) -> [Message] {
        let lines = (try? Data(contentsOf: URL(fileURLWithPath: path)))?.split(separator: 0x0A) ?? []
        guard !lines.isEmpty else { return [] }
        let messages = lines.suffix(limit).compactMap { try? opened($0) }
        if messages.count < lines.count { rewrite(messages) }
        return messages
    }

    func append(_ message: Message) {
        attempt("A message of the outbox could not be kept") {
            let line = try sealed(message)
            try file.withLock { file in
                let handle = try file ?? open()
                file = handle
                try handle.seekToEnd()
                try handle.write(contentsOf: line)
            }
        }
    }

    func removeAll() {
        attempt("The outbox's file could not be emptied") {
            try file.withLock { file in try (file ?? open()).truncate(atOffset: 0) }
        }
    }

    private func rewrite(_ messages: [Message]) {
        attempt("The outbox's file could not be shortened") {
            let lines = try messages.map(sealed).reduce(into: Data()) { $0 += $1 }
            try file.withLock { file in
                let handle = try file ?? open()
                file = handle
                try handle.truncate(atOffset: 0)
                try handle.write(contentsOf: lines)
            }
        }
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
