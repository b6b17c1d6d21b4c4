// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
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
    private let write: @Sendable ([UInt8]) -> Void

    /// Creates a handler that passes each line to `write`; a line ends with a line feed and has no other.
    package init(label: String, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.label = label
        self.write = write
    }

    /// Creates a handler for the standard error; a line that cannot be written is lost.
    package static func standardError(label: String) -> LineLogHandler {
        LineLogHandler(label: label) { try? FileHandle.standardError.write(contentsOf: Data($0)) }
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var line = Self.clock.text(at: Date())
        // The level's raw value is used because printing a case needs a lookup at run time.
        line += " " + event.level.rawValue + " " + label + ":"
        append(metadata, to: &line)
        if let provided = metadataProvider?.get() { append(provided, to: &line) }
        if let own = event.metadata { append(own, to: &line) }
        if let error = event.error { line += " error=\(error)" }
        line += " [" + event.source + "] " + event.message.description
        write(line.utf8.map { $0 < 0x20 ? 0x20 : $0 } + [0x0A])
    }

    private func append(_ metadata: Logger.Metadata, to line: inout String) {
        for key in metadata.keys.sorted() {
            line += " " + key + "="
            line += metadata[key]?.description ?? ""
        }
    }

    private static let clock = SecondText(WireTimestamp.iso8601)
}
