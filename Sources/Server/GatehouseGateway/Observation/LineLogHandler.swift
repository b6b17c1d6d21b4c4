// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseOutput
import GatehouseSites
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
                .warning, label: label, source: "GatehouseOutput",
                message: "Lines of the log were dropped, because its reader is too slow"
            ) { $0.append(" lines=\(dropped)") }
        }
        return .exiting(
            LineOutput(notice: notice, didDrop: didDrop, destination: LineOutput.writer(to: STDERR_FILENO)))
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let line = Self.line(event.level, label: label, source: event.source, message: event.message.description) {
            append(metadata, to: &$0)
            if let provided = metadataProvider?.get() { append(provided, to: &$0) }
            if let own = event.metadata { append(own, to: &$0) }
            if let error = event.error { $0.append(" error=\(error)") }
        }
        write(line, event.isUrgent)
    }

    private static func line(
        _ level: Logger.Level, label: String, source: String, message: String, words: (inout TextBytes) -> Void
    ) -> [UInt8] {
        var line = TextBytes(capacity: 320)
        line.append(clock.text(at: Date()))
        line.append(" ")
        // The level's raw value is used because printing a case needs a lookup at run time.
        line.append(level.rawValue)
        line.append(" ")
        line.append(label)
        line.append(":")
        words(&line)
        line.append(" [")
        line.append(source)
        line.append("] ")
        line.append(message)
        guard VisibleText.isPlain(line.bytes) else { return VisibleText.of(line.bytes) + [0x0A] }
        line.append("\n")
        return line.bytes
    }

    private func append(_ metadata: Logger.Metadata, to line: inout TextBytes) {
        guard !metadata.isEmpty else { return }
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            line.append(" ")
            line.append(key)
            line.append("=")
            if case .string(let text) = value { line.append(text) } else { line.append(value.description) }
        }
    }

    private static let clock = SecondText(WireTimestamp.iso8601)
}

extension LineLogHandler: RequestLineHandler {
    func log(_ request: RequestLine) {
        let bytes = Self.line(request.level, label: label, source: RequestLine.source, message: request.message) {
            line in
            append(metadata, to: &line)
            if let provided = metadataProvider?.get() { append(provided, to: &line) }
            request.forEachWord { key, text in
                line.append(" ")
                line.append(key.rawValue)
                line.append("=")
                line.append(text())
            }
        }
        write(bytes, false)
    }
}
