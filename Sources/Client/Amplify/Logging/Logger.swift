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
