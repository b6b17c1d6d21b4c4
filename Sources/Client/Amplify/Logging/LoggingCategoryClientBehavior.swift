// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The operations of the Logging category.
public protocol LoggingCategoryClientBehavior {
    /// The logger for messages that belong to no category.
    var `default`: any Logger { get }

    /// Switches all logging on.
    func enable()

    /// Switches all logging off.
    func disable()

    /// A logger whose messages bear the category.
    func logger(forCategory category: String) -> any Logger

    /// A logger with its own level; its messages contain the category.
    func logger(forCategory category: String, logLevel: LogLevel) -> any Logger

    /// A logger whose messages bear the namespace.
    func logger(forNamespace namespace: String) -> any Logger

    /// A logger whose messages bear the category and the namespace.
    func logger(forCategory category: String, forNamespace namespace: String) -> any Logger
}

/// A plugin that writes logs.
public protocol LoggingCategoryPlugin: Plugin, LoggingCategoryClientBehavior {}

extension LoggingCategoryPlugin {
    /// Logging.
    public var categoryType: CategoryType { .logging }
}
