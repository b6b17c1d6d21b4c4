// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A logger of the built-in plugin.
struct SinkLogger: Logger {
    let sink: LogSink
    let label: LogLabel
    /// The level of this logger, unless it follows that of the process.
    var ownLevel: LogLevel?

    var logLevel: LogLevel {
        get { ownLevel ?? Amplify.Logging.logLevel }
        set { ownLevel = newValue }
    }

    func error(_ message: @autoclosure () -> String) {
        log(.error, message())
    }

    func error(error: any Error) {
        log(.error, "\(error)")
    }

    func warn(_ message: @autoclosure () -> String) {
        log(.warn, message())
    }

    func info(_ message: @autoclosure () -> String) {
        log(.info, message())
    }

    func debug(_ message: @autoclosure () -> String) {
        log(.debug, message())
    }

    func verbose(_ message: @autoclosure () -> String) {
        log(.verbose, message())
    }

    private func log(_ level: LogLevel, _ message: @autoclosure () -> String) {
        if level <= logLevel && sink.isEnabled {
            sink.log(level, label, message())
        }
    }
}
