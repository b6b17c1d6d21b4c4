// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension LoggingCategory: LoggingCategoryClientBehavior {
    /// The logger for messages that belong to no category.
    public var `default`: any Logger { plugin.default }

    /// Switches all logging on.
    public func enable() {
        plugin.enable()
    }

    /// Switches all logging off.
    public func disable() {
        plugin.disable()
    }

    /// A logger whose messages bear the category.
    public func logger(forCategory category: String) -> any Logger {
        plugin.logger(forCategory: category)
    }

    /// A logger whose messages bear the category's name.
    public func logger(forCategory category: CategoryType) -> any Logger {
        plugin.logger(forCategory: category.displayName)
    }

    /// A logger with its own level; its messages contain the category.
    public func logger(forCategory category: String, logLevel: LogLevel) -> any Logger {
        plugin.logger(forCategory: category, logLevel: logLevel)
    }

    /// A logger whose messages bear the namespace.
    public func logger(forNamespace namespace: String) -> any Logger {
        plugin.logger(forNamespace: namespace)
    }

    /// A logger whose messages bear the category and the namespace.
    public func logger(forCategory category: String, forNamespace namespace: String) -> any Logger {
        plugin.logger(forCategory: category, forNamespace: namespace)
    }
}
