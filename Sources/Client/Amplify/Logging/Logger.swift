// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A destination of log messages for developers.
///
/// A message is only built if its level is on.
public protocol Logger {
    /// Messages up to this level are written.
    var logLevel: LogLevel { get set }

    /// Something failed.
    func error(_ message: @autoclosure () -> String)

    /// Something failed with this error.
    func error(error: any Error)

    /// Something may be wrong.
    func warn(_ message: @autoclosure () -> String)

    /// Something worth knowing happened.
    func info(_ message: @autoclosure () -> String)

    /// Something that helps to find a mistake.
    func debug(_ message: @autoclosure () -> String)

    /// Everything else.
    func verbose(_ message: @autoclosure () -> String)
}

extension Amplify {
    /// A log level; each level includes those before it.
    public enum LogLevel: Int, Codable, Comparable, Sendable {
        /// Nothing.
        case none

        /// Failures.
        case error

        /// Messages about a possible problem.
        case warn

        /// Messages about normal events.
        case info

        /// Messages for debugging.
        case debug

        /// Everything.
        case verbose

        /// Whether the left level logs less than the right one.
        public static func < (lhs: Self, rhs: Self) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }
}

/// The level of a log entry, by the name that Amplify Swift has outside `Amplify`.
public typealias LogLevel = Amplify.LogLevel

/// A type with its own logger, named after the type.
public protocol DefaultLogger {
    /// The type's logger.
    static var log: any Logger { get }

    /// The type's logger.
    var log: any Logger { get }
}

extension DefaultLogger {
    /// A logger whose category is the type's name.
    public static var log: any Logger {
        Amplify.Logging.logger(forCategory: String(describing: self))
    }

    /// A logger whose category is the type's name.
    public var log: any Logger {
        Self.log
    }
}

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
