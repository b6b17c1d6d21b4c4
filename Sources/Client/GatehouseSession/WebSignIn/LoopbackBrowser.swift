// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
package import Foundation
package import GatehouseClient
import GatehouseCrypto
import Synchronization

/// Lets the user visit pages in a browser, and listens on this machine for its return (RFC 8252, section 7.3).
package struct LoopbackBrowser: Sendable {
    private let turns = PresenterTurns()
    private let bounds: LoopbackListener.Bounds

    /// Makes a browser whose visits may follow each other at one port.
    package init(bounds: LoopbackListener.Bounds = LoopbackListener.Bounds()) {
        self.bounds = bounds
    }

    /// Lets the user visit a page, and waits until the browser arrives at the redirect URI with the page's state.
    ///
    /// Every web page can lead a browser to the redirect URI. So an address with another state, or with none, does not
    /// end the visit, even if it reports an error (RFC 6749, section 4.1.2.1).
    ///
    /// - Parameters:
    ///   - redirect: the redirect URI: `http` on this machine, with a port.
    ///   - documents: further documents that the listener serves, for example a start page.
    ///   - state: the state that the page returns; nil for a page that returns none, such as the sign-out page.
    ///   - open: leads the user to the page; called when the browser may return. Its error ends the visit.
    /// - Returns: the address at which the browser arrived.
    /// - Throws: `WebSignInError.badRedirect` for another redirect URI, `.notShown` if another program uses the port,
    ///   `.wrongState` after too many addresses with another state, the error of `open`, or `CancellationError` when the
    ///   task is cancelled.
    package func visit(
        returningTo redirect: URL,
        serving documents: [LoopbackDocument] = [],
        awaiting state: String?,
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
        return try await turns.next { [bounds] in
            do {
                return try await LoopbackListener(
                    redirect, serving: documents, accepting: { Self.isAnswer($0, to: state) }, bounds: bounds
                ).callback { _ in try await open() }
            } catch LoopbackError.cancelled {
                throw CancellationError()
            } catch LoopbackError.foreignCallbacks {
                throw WebSignInError.wrongState
            } catch let error as LoopbackError {
                throw WebSignInError.notShown("\(error)")
            }
        }
    }

    /// Whether an address has the state of a page; a sign-in and a sign-out can have the same redirect URI.
    private static func isAnswer(_ url: URL, to state: String?) -> Bool {
        guard let answer = try? WebCallback(url) else { return false }
        guard let state else { return answer["state"] == nil }
        return answer["state"].map { constantTimeEqual(Array($0.utf8), Array(state.utf8)) } ?? false
    }
}

extension URL {
    /// The state of an authorization request with this address; nil if it has none.
    package var authorizationState: String? { (try? WebCallback(self))?["state"] }
}

/// Lets a page of a presenter wait for the end of the one before, if that one was cancelled.
final class PresenterTurns: Sendable {
    private struct Turn: Sendable {
        let isCancelled: @Sendable () -> Bool
        let end: @Sendable () async -> Void
    }

    private let last = Mutex<Turn?>(nil)

    /// Runs work after the cleanup of cancelled work before it.
    ///
    /// - Throws: the error of the work.
    func next<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = last.withLock { last in
            let former = last
            // Unstructured on purpose: the next turn can wait for it after this caller has left.
            let task = Task {
                if let former, former.isCancelled() { await former.end() }
                return try await work()
            }
            last = Turn(isCancelled: { task.isCancelled }, end: { _ = await task.result })
            return task
        }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
#endif
