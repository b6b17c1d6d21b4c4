// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Logging
import Synchronization

/// A log that a test can read: each event as a line of level, message and metadata in the order of their keys.
package final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    /// Creates an empty log.
    package init() {}

    /// The lines, the first one first.
    package var all: [String] { lines.withLock { $0 } }

    /// A logger that writes them.
    package var logger: Logger { Logger(label: "test") { _ in RecordingHandler(lines: self) } }

    fileprivate func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}

/// Writes events into ``LogLines``.
private struct RecordingHandler: LogHandler {
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
