// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Waits on this machine for the browser that arrives at a redirect URI (RFC 8252, section 7.3).
///
/// The sockets are bound to loopback addresses only, so other machines cannot reach them; other programs of this machine
/// and pages in its browser can. A request counts only if it has the host, the path and the method of the redirect URI,
/// and the listener's owner accepts its query. Every other request gets 404, and the listener continues to wait, up to
/// a number of callbacks that the owner does not accept.
package struct LoopbackListener: Sendable {
    /// The bounds of a listener.
    package struct Bounds: Sendable {
        /// The time in which a connection must have sent its request.
        package var requestTime: Duration
        /// The number of connections at the same time; further ones are closed.
        package var connections: Int
        /// The number of callbacks that the owner does not accept; the next one ends the wait.
        package var foreignCallbacks: Int

        /// Creates bounds.
        package init(requestTime: Duration = .seconds(10), connections: Int = 32, foreignCallbacks: Int = 1_000) {
            self.requestTime = requestTime
            self.connections = connections
            self.foreignCallbacks = foreignCallbacks
        }
    }

    let redirect: LoopbackRedirect
    let documents: [LoopbackDocument]
    let accepts: @Sendable (URL) -> Bool
    let bounds: Bounds

    /// Creates a listener; nothing is bound before it waits.
    ///
    /// - Parameters:
    ///   - redirect: the redirect URI.
    ///   - documents: the documents that are served besides the callback.
    ///   - accepts: whether an address of the redirect URI ends the wait.
    ///   - bounds: the bounds of the connections.
    package init(
        _ redirect: LoopbackRedirect,
        serving documents: [LoopbackDocument] = [],
        accepting accepts: @escaping @Sendable (URL) -> Bool = { _ in true },
        bounds: Bounds = Bounds()
    ) {
        self.redirect = redirect
        self.documents = documents
        self.accepts = accepts
        self.bounds = bounds
    }
}

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

/// A document that a loopback listener serves besides its callback.
package struct LoopbackDocument: Sendable, Equatable {
    /// The path, escaped; no document has the path of the redirect URI.
    package let path: String
    /// The media type.
    package let type: String
    /// The value of `Content-Security-Policy`.
    package let policy: String
    package let body: [UInt8]

    /// Creates a document.
    package init(path: String, type: String, policy: String, body: [UInt8]) {
        self.path = path
        self.type = type
        self.policy = policy
        self.body = body
    }
}

#if !(AsyncHTTPClient && os(Linux))
extension LoopbackListener {
    /// Fails: the app was built without a library that can listen.
    ///
    /// - Throws: `LoopbackError.noListener`.
    package func callback(
        whenReady open: @Sendable (_ port: Int) async throws -> Void
    ) async throws -> URL {
        throw LoopbackError.noListener
    }
}
#endif
