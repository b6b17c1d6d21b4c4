// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension LoggingCategory: Logger {
    /// Logs that something failed.
    public func error(_ message: @autoclosure () -> String) {
        plugin.default.error(message())
    }

    /// Logs that something failed with this error.
    public func error(error: any Error) {
        plugin.default.error(error: error)
    }

    /// Logs that something may be wrong.
    public func warn(_ message: @autoclosure () -> String) {
        plugin.default.warn(message())
    }

    /// Logs that something worth knowing happened.
    public func info(_ message: @autoclosure () -> String) {
        plugin.default.info(message())
    }

    /// Logs what helps to find a mistake.
    public func debug(_ message: @autoclosure () -> String) {
        plugin.default.debug(message())
    }

    /// Logs everything else.
    public func verbose(_ message: @autoclosure () -> String) {
        plugin.default.verbose(message())
    }
}
