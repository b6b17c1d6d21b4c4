// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Waits on this machine for the browser that arrives at a redirect URI (RFC 8252, section 7.3).
///
/// The sockets are bound to loopback addresses only, so other machines cannot reach them; other programs of this machine
/// and pages in its browser can. A request counts only if host, path and method are those of the redirect URI, and the
/// listener's owner accepts its query. Every other request gets 404, and the listener continues to wait, up to a number
/// of callbacks that the owner does not accept.
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
    ///   - documents: what is served besides the callback.
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
