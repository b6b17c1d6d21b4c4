// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Logging
import Synchronization

/// The lines of a log, to be looked at afterwards.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    /// A logger that writes them.
    var logger: Logger { Logger(label: "test") { _ in RecordingHandler(lines: self) } }

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}

/// Writes down what is logged.
struct RecordingHandler: LogHandler {
    let lines: LogLines
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = (event.metadata ?? [:]).map { "\($0.key)=\($0.value)" }.sorted()
        lines.add(([event.level.rawValue, "\(event.message)"] + values).joined(separator: " "))
    }
}
