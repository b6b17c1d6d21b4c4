// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseOutput
import GatehouseWire
package import Logging

/// Writes each event as one line: time, level, label, metadata by key, source, message.
///
/// The server logs every request, so a line is built without formatters and written in one call.
package struct LineLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    package var logLevel = Logger.Level.info
    private let label: String
    private let write: @Sendable (_ line: [UInt8], _ isUrgent: Bool) -> Void

    /// Creates a handler that passes each line to `write`; a line ends with a line feed and has no other.
    package init(label: String, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.label = label
        self.write = { line, _ in write(line) }
    }

    /// Creates a handler for an output of ``outputToStandardError(label:didDrop:)``.
    package init(label: String, output: LineOutput) {
        self.label = label
        write = { line, isUrgent in output.add(line, isUrgent: isUrgent) }
    }

    /// Returns an output to the standard error with warnings in the form of these lines; its buffer is written before
    /// the process exits.
    package static func outputToStandardError(
        label: String, didDrop: @escaping @Sendable () -> Void
    ) -> LineOutput {
        let notice: @Sendable (Int) -> [UInt8] = { dropped in
            line(
                .warning, label: label, words: " lines=\(dropped)", source: "GatehouseOutput",
                message: "Lines of the log were dropped, because its reader is too slow")
        }
        return .exiting(
            LineOutput(notice: notice, didDrop: didDrop, destination: LineOutput.writer(to: STDERR_FILENO)))
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var words = ""
        append(metadata, to: &words)
        if let provided = metadataProvider?.get() { append(provided, to: &words) }
        if let own = event.metadata { append(own, to: &words) }
        if let error = event.error { words += " error=\(error)" }
        write(
            Self.line(
                event.level, label: label, words: words, source: event.source, message: event.message.description),
            event.isUrgent)
    }

    private static func line(
        _ level: Logger.Level, label: String, words: String, source: String, message: String
    ) -> [UInt8] {
        var line = clock.text(at: Date())
        // The level's raw value is used because printing a case needs a lookup at run time.
        line += " " + level.rawValue + " " + label + ":" + words
        line += " [" + source + "] " + message
        return Array(VisibleText.of(line).utf8) + [0x0A]
    }

    private func append(_ metadata: Logger.Metadata, to line: inout String) {
        for key in metadata.keys.sorted() {
            line += " " + key + "="
            line += metadata[key]?.description ?? ""
        }
    }

    private static let clock = SecondText(WireTimestamp.iso8601)
}
