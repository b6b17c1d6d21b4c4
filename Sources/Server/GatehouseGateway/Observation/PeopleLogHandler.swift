// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseOutput
import GatehouseSites
package import Logging

/// Writes each event as one readable line: the message, then its details, in colour on a terminal.
///
/// The line of a request has the operation, the client and the user, and the reason of a refusal.
package struct PeopleLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var metadataProvider: Logger.MetadataProvider?
    package var logLevel = Logger.Level.info
    private let palette: TerminalPalette
    private let time: @Sendable () -> String
    private let write: @Sendable (_ line: String, _ isUrgent: Bool) -> Void

    /// Creates a handler that passes each line, with its line feed, to `write`; `time` returns the text of the current
    /// time.
    package init(
        isColoured: Bool, time: @escaping @Sendable () -> String = { ClockTime.text(at: Date()) },
        write: @escaping @Sendable (String) -> Void
    ) {
        palette = TerminalPalette(isColoured: isColoured)
        self.time = time
        self.write = { line, _ in write(line) }
    }

    /// Creates a handler for an output to the standard error, in colour if that is a terminal and `NO_COLOR` is not set.
    package init(toStandardError output: LineOutput) {
        let clock = SecondText(ClockTime.text)
        palette = TerminalPalette(isColoured: TerminalPalette.isWanted(by: STDERR_FILENO))
        time = { clock.text(at: Date()) }
        write = { line, isUrgent in output.add(Array(line.utf8), isUrgent: isUrgent) }
    }

    /// Returns an output to the standard error; its buffer is written before the process exits.
    package static func outputToStandardError(didDrop: @escaping @Sendable () -> Void) -> LineOutput {
        .exiting(LineOutput(didDrop: didDrop, destination: LineOutput.writer(to: STDERR_FILENO)))
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        var details = details(of: event)
        let sentence = Self.sentence(event.message.description, &details)
        // A developer's server writes a line for each request, so it is built in one text.
        var line = ""
        if let mark = Self.mark(of: event.level) { line += palette.styled(mark, .strong) + "  " }
        line += palette.styled(VisibleText.of(sentence), Self.style(of: event.level))
        if !details.isEmpty { line += "  " + palette.styled(Self.list(details), .faint) }
        line += "  " + palette.styled(time(), .faint) + "\n"
        write(line, event.isUrgent)
    }

    /// The metadata of an event; its members take precedence over members of the provider and of the handler.
    private func details(of event: LogEvent) -> Logger.Metadata {
        var details = event.metadata ?? [:]
        if let provided = metadataProvider?.get() { details.merge(provided) { own, _ in own } }
        if !metadata.isEmpty { details.merge(metadata) { own, _ in own } }
        if let error = event.error { details["error"] = "\(error)" }
        return details
    }

    /// The message; for a request, with the operation and the reason of a refusal, which are removed from `details`.
    private static func sentence(_ message: String, _ details: inout Logger.Metadata) -> String {
        guard let operation = details.take(.operation) else { return message }
        // The request id is omitted: it serves to find a line in a shared log, and this line is on the screen.
        _ = details.take(.requestID)
        let duration = details.take(.duration).map { " in \($0) ms" } ?? ""
        guard let code = details.take(.code), code != "OK" else { return "\(operation) answered\(duration)" }
        guard let reason = details.take(.reason) else { return "\(operation) refused: \(code)" }
        return "\(operation) refused: \(reason) (\(code))"
    }

    private static func list(_ details: Logger.Metadata) -> String {
        var list = ""
        for (key, value) in details.sorted(by: { $0.key < $1.key }) {
            if !list.isEmpty { list += " " }
            list += key + "=" + value.description
        }
        return VisibleText.of(list)
    }

    private static func mark(of level: Logger.Level) -> String? {
        switch level {
        case .trace, .debug, .info, .notice: nil
        case .warning: "Warning:"
        case .error, .critical: "Error:"
        }
    }

    private static func style(of level: Logger.Level) -> TerminalPalette.Style {
        switch level {
        case .trace, .debug: .faint
        case .info, .notice: .plain
        case .warning: .warning
        case .error, .critical: .error
        }
    }
}

extension Logger.Metadata {
    /// Removes a value and returns its text.
    fileprivate mutating func take(_ key: LogKey) -> String? {
        removeValue(forKey: key.rawValue)?.description
    }
}

/// The local time of day.
package enum ClockTime {
    /// The time as hours, minutes and seconds, separated by colons.
    package static func text(at date: Date) -> String {
        // For each line of a busy server, a calendar of Foundation is too slow.
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return "--:--:--" }
        return unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map(padded).joined(separator: ":")
    }

    private static func padded(_ number: Int32) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
