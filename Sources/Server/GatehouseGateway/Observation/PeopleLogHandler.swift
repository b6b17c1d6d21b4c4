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
    private let write: @Sendable (_ line: [UInt8], _ isUrgent: Bool) -> Void

    /// Creates a handler that passes each line, with its line feed, to `write`; `time` returns the text of the current
    /// time.
    package init(
        isColoured: Bool, time: @escaping @Sendable () -> String = { ClockTime.text(at: Date()) },
        write: @escaping @Sendable (String) -> Void
    ) {
        palette = TerminalPalette(isColoured: isColoured)
        self.time = time
        self.write = { line, _ in write(String(decoding: line, as: UTF8.self)) }
    }

    /// Creates a handler for an output to the standard error, in colour if that is a terminal and `NO_COLOR` is not set.
    package init(toStandardError output: LineOutput) {
        let clock = SecondText(ClockTime.text)
        palette = TerminalPalette(isColoured: TerminalPalette.isWanted(by: STDERR_FILENO))
        time = { clock.text(at: Date()) }
        write = { line, isUrgent in output.add(line, isUrgent: isUrgent) }
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
        var details = event.metadata ?? [:]
        if let error = event.error { details["error"] = "\(error)" }
        log(event.level, event.message.description, completed(details), isUrgent: event.isUrgent)
    }

    private func log(_ level: Logger.Level, _ message: String, _ details: Logger.Metadata, isUrgent: Bool) {
        var details = details
        let sentence = Self.sentence(message, &details)
        write(line(level, sentence, Self.list(details)), isUrgent)
    }

    /// A line with its line feed.
    private func line(_ level: Logger.Level, _ sentence: String, _ details: String) -> [UInt8] {
        var line = TextBytes(capacity: 256)
        if let mark = Self.mark(of: level) {
            line.append(palette.styled(mark, .strong))
            line.append("  ")
        }
        line.append(palette.styled(VisibleText.of(sentence), Self.style(of: level)))
        if !details.isEmpty {
            line.append("  ")
            line.append(palette.styled(VisibleText.of(details), .faint))
        }
        line.append("  ")
        line.append(palette.styled(time(), .faint))
        line.append("\n")
        return line.bytes
    }

    /// The metadata of an event with the members of the provider and of the handler, over which its own take precedence.
    private func completed(_ own: Logger.Metadata) -> Logger.Metadata {
        var details = own
        if let provided = metadataProvider?.get() { details.merge(provided) { own, _ in own } }
        if !metadata.isEmpty { details.merge(metadata) { own, _ in own } }
        return details
    }

    /// The message; for a request, with the operation and the reason of a refusal, which are removed from `details`.
    private static func sentence(_ message: String, _ details: inout Logger.Metadata) -> String {
        guard let operation = details.take(.operation) else { return message }
        // The request id is omitted: it serves to find a line in a shared log, and this line is on the screen.
        _ = details.take(.requestID)
        let duration = details.take(.duration)
        guard let code = details.take(.code), code != "OK" else { return answered(operation, in: duration) }
        return refused(operation, code, details.take(.reason))
    }

    private static func answered(_ operation: String, in milliseconds: String?) -> String {
        guard let milliseconds else { return operation + " answered" }
        return operation + " answered in " + milliseconds + " ms"
    }

    private static func refused(_ operation: String, _ code: String, _ reason: String?) -> String {
        guard let reason else { return operation + " refused: " + code }
        return "\(operation) refused: \(reason) (\(code))"
    }

    private static func list(_ details: Logger.Metadata) -> String {
        var list = ""
        for (key, value) in details.sorted(by: { $0.key < $1.key }) {
            if !list.isEmpty { list += " " }
            list += key + "=" + value.description
        }
        return list
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

extension PeopleLogHandler: RequestLineHandler {
    func log(_ request: RequestLine) {
        guard metadata.isEmpty, metadataProvider == nil else {
            return log(request.level, request.message, completed(request.metadata), isUrgent: false)
        }
        let isAnswered = request.code == "OK"
        let sentence =
            isAnswered
            ? Self.answered(request.operation, in: request.duration)
            : Self.refused(request.operation, request.code, request.reason)
        var details = ""
        request.forEachWord { key, text in
            switch key {
            case .operation, .code, .duration, .requestID: return
            case .reason where !isAnswered: return
            default: break
            }
            if !details.isEmpty { details += " " }
            details += key.rawValue
            details += "="
            details += text()
        }
        write(line(request.level, sentence, details), false)
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
