// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
package import Foundation
package import GatehouseClient

/// Lets the user visit pages in a browser, and listens on this machine for its return (RFC 8252, section 7.3).
package struct LoopbackBrowser: Sendable {
    private let turns = PresenterTurns()

    /// Makes a browser whose visits may follow each other at one port.
    package init() {}

    /// Lets the user visit a page, and waits until the browser arrives at the redirect URI.
    ///
    /// - Parameters:
    ///   - redirect: the redirect URI: `http` on this machine, with a port.
    ///   - documents: what the listener serves besides; a start page, for example.
    ///   - accepts: whether an address of the redirect URI ends the visit.
    ///   - open: leads the user to the page; called when the browser may come back. Its error ends the visit.
    /// - Returns: the address at which the browser arrived.
    /// - Throws: `WebSignInError.badRedirect` for another redirect URI, `.notShown` if another program uses the port,
    ///   the error of `open`, or `CancellationError` when the task is cancelled.
    package func visit(
        returningTo redirect: URL,
        serving documents: [LoopbackDocument] = [],
        accepting accepts: @escaping @Sendable (URL) -> Bool = { _ in true },
        open: @escaping @Sendable () async throws -> Void
    ) async throws -> URL {
        guard let redirect = LoopbackRedirect(redirect), redirect.hasPort else {
            throw WebSignInError.badRedirect(
                """
                \(redirect.absoluteString) is not on this machine: on Linux, the redirect URI is http://localhost with a \
                port and a path, or the app has a presenter of its own.
                """
            )
        }
        // The listener of a call that was just cancelled may still hold the port.
        return try await turns.next {
            do {
                return try await LoopbackListener(redirect, serving: documents, accepting: accepts)
                    .callback { _ in try await open() }
            } catch LoopbackError.cancelled {
                throw CancellationError()
            } catch let error as LoopbackError {
                throw WebSignInError.notShown("\(error)")
            }
        }
    }
}
#endif
