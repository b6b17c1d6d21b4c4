// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// The session that an engine holds: in memory for readers, in the store for the next start.
///
/// Two locks: readers take the first only, for as long as it takes to copy a reference. Whoever changes the session
/// takes the second round the store's I/O, so that memory and store change together and in one order.
final class SessionHolder: Sendable {
    private let current = Mutex<SessionSnapshot?>(nil)
    private let changing = Mutex<Void>(())
    private let storage: SessionStorage
    private let configuration: SessionConfiguration
    /// Whether other programs sign in and out in the same store, so that every reading compares.
    private let isShared: Bool

    init(storage: SessionStorage, configuration: SessionConfiguration, isShared: Bool) {
        self.storage = storage
        self.configuration = configuration
        self.isShared = isShared
    }

    /// The report of a session that is loaded and fresh.
    func freshReport(at now: Date) -> SessionReport? {
        guard let snapshot = present(), now < snapshot.staleAt else { return nil }
        return snapshot.report
    }

    /// The session, read from the store if this is the first call that succeeds in reading it.
    func loaded() throws(SessionError) -> SessionSnapshot {
        if let snapshot = present() { return snapshot }
        return try changing.withLock { _ throws(SessionError) in
            if let snapshot = current.withLock({ $0 }) { return snapshot }
            return show(try storage.open()?.hopeful)
        }
    }

    /// Stores a session, or the absence of one, and then shows it.
    ///
    /// - Throws: `StoreError`; then nothing has changed.
    @discardableResult
    func commit(_ record: SessionRecord?) throws(StoreError) -> SessionSnapshot {
        try changing.withLock { _ throws(StoreError) in
            try storage.save(record)
            return show(record)
        }
    }

    /// Shows a renewed session in place of the one it was made from, and stores it.
    ///
    /// If the store fails, the session counts all the same: the services have already replaced the former one. It is
    /// marked, so that storing is tried again. In a shared store another program's sign-in or sign-out is never
    /// overwritten, so nothing is stored there unless the store is seen to hold what the session was made from.
    ///
    /// - Returns: nil if the session has changed in the meantime; then the renewed one is dropped.
    func adopt(_ record: SessionRecord, inPlaceOf former: SessionSnapshot) -> SessionSnapshot? {
        changing.withLock { _ in
            guard current.withLock({ $0 === former }) else { return nil }
            do throws(SessionError) {
                if isShared, let other = try storedByOthers(since: former) {
                    show(other.record?.hopeful)
                    return nil
                }
            } catch {
                return show(record, unsavedOver: former)
            }
            do throws(StoreError) {
                try storage.save(record)
                return show(record)
            } catch {
                return show(record, unsavedOver: former)
            }
        }
    }

    /// Takes over what another process has stored for the same user.
    ///
    /// - Returns: the session to go on with: the stored one if it has other tokens, else the given one.
    func caughtUp(_ snapshot: SessionSnapshot) -> SessionSnapshot {
        guard snapshot.isSaved else { return snapshot }
        return replaced(snapshot) { stored in
            guard let user = stored?.user, let own = snapshot.record?.user else { return false }
            return user.typedUsername == own.typedUsername && user.tokens != own.tokens
        }
    }

    /// The session in memory, if it is loaded; in a shared store, what the store has become since.
    private func present() -> SessionSnapshot? {
        guard let snapshot = current.withLock({ $0 }) else { return nil }
        return isShared ? replaced(snapshot) { $0?.hopeful != snapshot.stored?.hopeful } : snapshot
    }

    /// Shows what the store holds in place of what was read from it or written to it, if it is to be preferred.
    ///
    /// Of a refused refresh token each program convinces itself, so one that another program gave up is tried once more.
    private func replaced(
        _ snapshot: SessionSnapshot,
        if isPreferred: (SessionRecord?) -> Bool
    ) -> SessionSnapshot {
        changing.withLock { _ in
            guard current.withLock({ $0 === snapshot }),
                case .success(let stored) = Result(catching: { () throws(SessionError) in try storage.read() }),
                isPreferred(stored)
            else { return snapshot }
            return show(stored?.hopeful)
        }
    }

    private struct Stored {
        let record: SessionRecord?
    }

    /// What other programs have put into the store since the session was read from it or written to it.
    private func storedByOthers(since snapshot: SessionSnapshot) throws(SessionError) -> Stored? {
        let stored = try storage.read()
        return stored?.hopeful == snapshot.stored?.hopeful ? nil : Stored(record: stored)
    }

    @discardableResult
    private func show(_ record: SessionRecord?, unsavedOver former: SessionSnapshot? = nil) -> SessionSnapshot {
        let snapshot = SessionSnapshot(record, unsavedOver: former, configuration: configuration)
        current.withLock { $0 = snapshot }
        return snapshot
    }
}

extension SessionRecord {
    /// The record as a new process takes it up: a refresh token that was refused is tried once more.
    fileprivate var hopeful: SessionRecord {
        guard var user, user.isRefreshTokenDead else { return self }
        user.isRefreshTokenDead = false
        return replacing(user: user)
    }
}
