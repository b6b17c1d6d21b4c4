// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

extension SignInState {
    /// The same state, whose `changes` also has an element when the provider's token is another user's.
    ///
    /// A provider of OpenID Connect reports no sign-in. Its user is seen when a request is made, or when a change waits.
    func noticingProvider() -> SignInState {
        let notice = ProviderNotice()
        return SignInState(
            caller: {
                let caller = await self.caller()
                notice.see(caller)
                return caller
            },
            token: token,
            changes: { notice.changes(with: changes()) })
    }
}

/// The user of the provider as requests have seen it.
struct ProviderUser: Sendable {
    private var last: Caller?

    /// Takes the user of a request.
    ///
    /// A token that is missing may only be missing for a moment, for example without a network. Only another token is
    /// another user.
    ///
    /// - Parameter caller: the user.
    /// - Returns: whether the provider has another user than before.
    mutating func isAnother(_ caller: Caller) -> Bool {
        guard let last else {
            last = caller
            return false
        }
        guard let identity = caller.openID, identity != last.openID else { return false }
        self.last = caller
        return true
    }
}

/// Tells one reader that the provider has another user.
private final class ProviderNotice: Sendable {
    private struct State {
        var user = ProviderUser()
        var reader: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())

    func see(_ caller: Caller) {
        let reader = state.withLock { $0.user.isAnother(caller) ? $0.reader : nil }
        reader?.yield()
    }

    /// The elements of other changes and the own ones; an earlier reader receives no own ones any more.
    func changes(with others: AsyncStream<Void>) -> AsyncStream<Void> {
        let (changes, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let forwarding = Task {
            for await _ in others { continuation.yield() }
        }
        continuation.onTermination = { _ in forwarding.cancel() }
        state.withLock { $0.reader = continuation }
        return changes
    }
}
