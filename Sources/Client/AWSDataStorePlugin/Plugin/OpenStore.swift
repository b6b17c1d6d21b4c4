// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto

/// A store that is open for one user, with its exchange.
struct OpenStore: Sendable {
    /// The records, the metadata and the outbox.
    let store: LocalStore
    /// The exchange with the service; nil if the records stay on the device.
    let exchange: Exchange?

    private let guardian: StoreGuardian
    private let parts: DataStoreParts

    /// Opens the store of the user who is signed in.
    ///
    /// - Parameters:
    ///   - configuration: the settings.
    ///   - parts: the place, the clock and the models.
    ///   - handlers: receive what the opening has found.
    ///   - api: the API plugin; nil if the records stay on the device.
    ///   - userHasChanged: is called when a request would be another user's.
    /// - Returns: the open store, whose exchange has not begun.
    /// - Throws: `.invalidDatabase` if the store cannot be opened.
    static func open(
        _ configuration: DataStoreConfiguration, _ parts: DataStoreParts, _ handlers: DataStoreHandlers,
        api: (any APICategoryPlugin)?, userHasChanged: @escaping @Sendable () -> Void
    ) async throws(DataStoreError) -> OpenStore {
        let session = CallerWatch(parts.session(api), clock: parts.clock).watched
        let users = StoreUsers(configuration.signOutPolicy, parts.place)
        let choice = try users.choice(await session.caller(), isSignedOut: await parts.isSignedOut())
        let (store, _) = try LocalStore.open(
            choice.place, models: parts.models(), version: parts.version, clock: parts.clock)
        store.setLimit(parts.writeLimit)
        do throws(DataStoreError) {
            if choice.mustBeCleared { try await store.clear() }
            try users.note(choice.user)
        } catch {
            // The first error counts.
            try? store.close()
            throw error
        }
        let opening = store.opening
        for error in opening.errors(path: choice.place.path, isLocal: api == nil) { handlers.report(error) }
        let guardian = StoreGuardian(
            user: choice.user, isKept: users.areApart, session: session, isSignedOut: parts.isSignedOut,
            userHasChanged: userHasChanged)
        let exchange = api.map { Exchange(store, opening, $0, guardian.requestSession, configuration, parts, handlers) }
        return OpenStore(store: store, exchange: exchange, guardian: guardian, parts: parts)
    }

    /// Whether the user may read the store's records; always, unless the users of the device are kept apart.
    func isOfCurrentUser() async -> Bool { await guardian.isOfCurrentUser() }

    /// An element for each sign-in, sign-out and expiry of the session from now on.
    func sessionChanges() -> AsyncStream<Void> { guardian.sessionChanges() }

    /// The values for the events of a call's changes.
    ///
    /// - Returns: the values; nil if the caller is not the user of the store any more.
    func outboxUse() async -> OutboxUse? {
        let entropy = parts.entropy
        // Records that all users share, and that are not sent, have no author.
        guard exchange != nil || guardian.isKept else {
            return OutboxUse(isOn: false, now: parts.clock.now(), id: { entropy.uuid() })
        }
        guard let author = await guardian.author() else { return nil }
        return OutboxUse(
            isOn: exchange != nil, user: author.key, now: parts.clock.now(), id: { entropy.uuid() })
    }

    /// Looks for another user of an OpenID Connect provider.
    func noticeUser() async { await guardian.noticeUser() }

    /// Lets changes of the app be sent.
    func hasEnqueued() async {
        await exchange?.sender.wake()
    }
}

/// Keeps the requests for a store to the user whose store it is.
struct StoreGuardian: Sendable {
    let user: StoreUser?
    /// Whether the users of the device are kept apart.
    let isKept: Bool
    let session: SignInState
    let isSignedOut: @Sendable () async -> Bool
    let userHasChanged: @Sendable () -> Void

    /// Whether the user may read the store's records.
    func isOfCurrentUser() async -> Bool {
        guard isKept else { return true }
        return await isOf(session.caller())
    }

    /// The signed-in user, who makes a change; nil for a user who may not change the store's records.
    func author() async -> Caller? {
        let caller = await session.caller()
        guard isKept else { return caller }
        return await isOf(caller) ? caller : nil
    }

    /// Asks for the user, so that a change is noticed.
    func noticeUser() async { _ = await session.caller() }

    /// An element for each event of the session from now on, if the users of the device are kept apart.
    func sessionChanges() -> AsyncStream<Void> {
        isKept ? session.changes() : AsyncStream { $0.finish() }
    }

    /// The session for the requests of the exchange: a request of another user does not begin.
    ///
    /// It waits until the exchange is stopped, which `userHasChanged` brings about.
    var requestSession: SignInState {
        guard isKept else { return session }
        return SignInState(
            caller: {
                let caller = await session.caller()
                if await isOf(caller) { return caller }
                userHasChanged()
                await Self.untilCancelled()
                return .nobody
            },
            token: session.token, renewedToken: session.renewedToken, changes: session.changes)
    }

    private func isOf(_ caller: Caller) async -> Bool {
        if let user, StoreUser(caller) == user { return true }
        return StoreUsers.user(caller, isSignedOut: await isSignedOut(), last: user) == user
    }

    private static func untilCancelled() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
    }
}

extension StoreOpening {
    /// What the app's error handler receives about the opening.
    ///
    /// - Parameters:
    ///   - path: the path of the store.
    ///   - isLocal: whether no service has the records.
    /// - Returns: the errors.
    func errors(path: String, isLocal: Bool) -> [DataStoreError] {
        var errors: [DataStoreError] = []
        for model in emptiedModels.sorted() where isLocal {
            errors.append(
                .decodingError(
                    "The records of \(model) do not fit the model any more, and were removed",
                    "Add optional fields to a model whose records are only on the device"))
        }
        if let setAside {
            errors.append(.invalidDatabase(path: path, StoreSetAside(path: setAside, rescuedEvents: rescuedEvents)))
        }
        for event in unreadableEvents {
            let cause = DataStoreError.decodingError(
                "The model \(event.modelName) cannot hold the record of a change that was not sent",
                "Save the record again with the values of the event's JSON")
            errors.append(.api(cause, event))
        }
        return errors
    }
}

/// The cause of `.invalidDatabase` for a damaged store, in whose place a new one has begun.
struct StoreSetAside: ExplainedError, CustomStringConvertible {
    /// The path of the damaged file.
    let path: String
    /// The number of unsent changes that the new store has from the damaged one.
    let rescuedEvents: Int

    /// The sentence.
    var explanation: String { description }

    /// A sentence for developers.
    var description: String {
        "The store was damaged, and is at \(path) now. A new store has begun with \(rescuedEvents) unsent changes of it."
    }
}
