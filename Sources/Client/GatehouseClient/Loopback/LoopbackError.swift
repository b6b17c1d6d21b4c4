// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The reason why a loopback listener did not wait for a callback, or not to the end.
package enum LoopbackError: Error, Sendable, Equatable {
    /// Another program listens on the port.
    case portInUse(Int)
    /// The system does not let the program listen; the text is the system's.
    case refused(port: Int, String)
    /// The app was built without a library that can listen.
    case noListener
    /// More callbacks than the bound were not for the wait.
    case foreignCallbacks
    /// The task was cancelled.
    case cancelled
}

extension LoopbackError: CustomStringConvertible {
    /// One sentence for a developer.
    package var description: String {
        switch self {
        case .portInUse(let port): "Another program uses the port \(port) of this machine."
        case .refused(let port, let text): "The port \(port) of this machine cannot be used: \(text)."
        case .noListener: "Without the package trait AsyncHTTPClient the app has nothing that listens for the browser."
        case .foreignCallbacks: "Too many requests for the redirect URI have the state of another sign-in, or none."
        case .cancelled: "The wait for the browser was cancelled."
        }
    }
}
