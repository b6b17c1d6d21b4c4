// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The built-in logging plugin: writes to the system's log on Apple's systems and to standard error elsewhere.
public final class AWSUnifiedLoggingPlugin: LoggingCategoryPlugin {
    /// `AWSUnifiedLoggingPlugin`.
    public let key: PluginKey = "AWSUnifiedLoggingPlugin"

    private let sink: LogSink

    /// Makes the plugin.
    public convenience init() {
        self.init(sink: LogSink(write: LogSink.system))
    }

    init(sink: LogSink) {
        self.sink = sink
    }

    /// Needs no configuration.
    public func configure(using configuration: Any?) throws {}

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

    /// A logger whose messages bear the category and whose level is that of the process.
    public func logger(forCategory category: String) -> any Logger {
        SinkLogger(sink: sink, label: LogLabel(category: category))
    }

    /// A logger whose messages bear the category, with a level of its own.
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
