// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
