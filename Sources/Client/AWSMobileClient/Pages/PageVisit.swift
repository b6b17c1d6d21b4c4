// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Synchronization

/// One visit to a page, which ends once: with the redirect, an error, or the end of the call.
final class PageVisit: Sendable {
    private typealias Waiting = CheckedContinuation<Result<URL, WebSignInError>, Never>

    private enum State {
        case open
        case waiting(Waiting)
        case ended(Result<URL, WebSignInError>)
    }

    let page: WebPage
    private let state = Mutex(State.open)

    init(_ page: WebPage) {
        self.page = page
    }

    /// Whether the visit has ended.
    var isOver: Bool {
        state.withLock { state in
            if case .ended = state { true } else { false }
        }
    }

    /// Ends the visit.
    ///
    /// - Returns: false if it had ended before; then nothing happens.
    @discardableResult
    func end(_ result: Result<URL, WebSignInError>) -> Bool {
        let (isFirst, waiting) = state.withLock { state -> (Bool, Waiting?) in
            switch state {
            case .ended: return (false, nil)
            case .open:
                state = .ended(result)
                return (true, nil)
            case .waiting(let continuation):
                state = .ended(result)
                return (true, continuation)
            }
        }
        waiting?.resume(returning: result)
        return isFirst
    }

    /// The address at which the browser arrived; one call waits for it.
    ///
    /// - Throws: the error that ended the visit; `.cancelled` when the task is cancelled.
    func redirect() async throws(WebSignInError) -> URL {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { wait($0) }
        } onCancel: {
            _ = end(.failure(.cancelled))
        }
        return try result.get()
    }

    private func wait(_ continuation: Waiting) {
        let ended = state.withLock { state -> Result<URL, WebSignInError>? in
            if case .ended(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let ended { continuation.resume(returning: ended) }
    }
}
