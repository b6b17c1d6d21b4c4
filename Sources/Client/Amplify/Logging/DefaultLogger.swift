// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
