// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

#if canImport(os)
import os
#else
import GatehouseOutput
#endif

/// The destination of the messages of all loggers of a plugin.
final class LogSink: Sendable {
    private let enabled = Mutex(true)
    private let write: @Sendable (LogLevel, LogLabel, String) -> Void

    init(write: @escaping @Sendable (LogLevel, LogLabel, String) -> Void) {
        self.write = write
    }

    var isEnabled: Bool {
        get { enabled.withLock { $0 } }
        set { enabled.withLock { $0 = newValue } }
    }

    func log(_ level: LogLevel, _ label: LogLabel, _ message: String) {
        write(level, label, message)
    }

    #if canImport(os)
    /// The system's log.
    static let system: @Sendable (LogLevel, LogLabel, String) -> Void = { level, label, message in
        let log = OSLog(subsystem: label.namespace, category: label.category)
        os_log("%{public}@", log: log, type: LogSink.osLogType(for: level), message)
    }

    private static func osLogType(for level: LogLevel) -> OSLogType {
        switch level {
        case .none, .error, .warn: .error
        case .info: .info
        case .debug, .verbose: .debug
        }
    }
    #else
    /// The standard error; the caller does not wait for its reader.
    static let system: @Sendable (LogLevel, LogLabel, String) -> Void = { level, label, message in
        LineOutput.standardError.add(Array("[\(level)] [\(label.category)] \(message)\n".utf8))
    }
    #endif
}

/// The category and namespace of a log message.
struct LogLabel: Equatable {
    var namespace = "com.amazonaws.amplify"
    var category = "Amplify"
}
