// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

#if canImport(os)
import os
#else
import GatehouseOutput
#endif

/// The built-in logging plugin: writes to the system's log on Apple's systems and to standard error elsewhere.
public final class AWSUnifiedLoggingPlugin: LoggingCategoryPlugin {
    /// `AWSUnifiedLoggingPlugin`.
    public static var key: String { "AWSUnifiedLoggingPlugin" }

    /// `AWSUnifiedLoggingPlugin`.
    public var key: String { Self.key }

    private let sink: LogSink

    /// Makes the plugin.
    public convenience init() {
        self.init(sink: LogSink(write: LogSink.system))
    }

    init(sink: LogSink) {
        self.sink = sink
    }

    /// Switches logging on or off as the plugin's block of a generation 1 configuration says.
    ///
    /// The block is a `ConsoleLoggingConfiguration`; without one, logging stays as it is.
    ///
    /// - Throws: `PluginError.pluginConfigurationError` if the block has no truth value `enable`.
    public func configure(using configuration: Any?) throws {
        guard let block = configuration as? JSONValue else { return }
        guard let isEnabled = block.enable?.booleanValue else {
            throw PluginError.pluginConfigurationError(
                "The configuration of \(key) has no truth value named enable",
                "Write {\"enable\": true} or {\"enable\": false} as logging.plugins.\(key)"
            )
        }
        sink.isEnabled = isEnabled
    }

    /// Switches logging on again.
    public func reset() async {
        sink.isEnabled = true
    }

    /// The logger for messages that belong to no category.
    public var `default`: any Logger {
        logger(forCategory: "Amplify")
    }

    /// Switches all logging on.
    public func enable() {
        sink.isEnabled = true
    }

    /// Switches all logging off.
    public func disable() {
        sink.isEnabled = false
    }

    /// A logger with the level of the process; its messages contain the category.
    public func logger(forCategory category: String) -> any Logger {
        SinkLogger(sink: sink, label: LogLabel(category: category))
    }

    /// A logger with its own level; its messages contain the category.
    public func logger(forCategory category: String, logLevel: LogLevel) -> any Logger {
        SinkLogger(sink: sink, label: LogLabel(category: category), ownLevel: logLevel)
    }

    /// A logger whose messages bear the namespace.
    public func logger(forNamespace namespace: String) -> any Logger {
        SinkLogger(sink: sink, label: LogLabel(namespace: namespace))
    }

    /// A logger whose messages bear the category and the namespace.
    public func logger(forCategory category: String, forNamespace namespace: String) -> any Logger {
        SinkLogger(sink: sink, label: LogLabel(namespace: namespace, category: category))
    }
}

/// The configuration of `AWSUnifiedLoggingPlugin`.
public struct ConsoleLoggingConfiguration: Codable, Sendable {
    /// Whether messages are written.
    public let enable: Bool

    /// Makes a configuration.
    public init(enable: Bool = true) {
        self.enable = enable
    }
}

/// A logger of the built-in plugin.
struct SinkLogger: Logger {
    let sink: LogSink
    let label: LogLabel
    /// The level of this logger; nil if it has the level of the process.
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
