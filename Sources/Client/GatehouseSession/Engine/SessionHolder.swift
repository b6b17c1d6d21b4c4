// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// The session that an engine holds: in memory for readers, in the store for the next start.
///
/// Two locks: readers take only the first, for as long as it takes to copy a reference. A change of the session holds
/// the second during the store's I/O, so that memory and store change together and in one order.
final class SessionHolder: Sendable {
    private let current = Mutex<SessionSnapshot?>(nil)
    /// Guards the store; holds the sessions that failed writes may have left there.
    private let changing = Mutex<[SessionRecord]>([])
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
    /// - Returns: the session that it replaces, if one is loaded.
    /// - Throws: `StoreError`; then nothing has changed.
    @discardableResult
    func commit(_ record: SessionRecord?) throws(StoreError) -> SessionRecord? {
        try changing.withLock { leftBehind throws(StoreError) in
            let former = current.withLock { $0?.record }
            try save(record, &leftBehind)
            show(record)
            return former
        }
    }

    /// Shows no user, and removes the session; the next renewal removes what the store could not remove now.
    func drop() {
        changing.withLock { leftBehind in
            let former = current.withLock { $0 }
            do throws(StoreError) {
                try save(nil, &leftBehind)
                show(nil)
            } catch {
                show(nil, unsavedOver: former)
            }
        }
    }

    /// Shows a renewed session in place of the one it was made from, and stores it.
    ///
    /// If the store fails, the session is still valid: the services have already replaced the former one. It is marked,
    /// so that storing is tried again. A sign-in or sign-out that another process has stored is never overwritten: the
    /// session is stored only if the store holds the session from which it was made.
    ///
    /// - Returns: nil if the session has changed in the meantime; then the renewed one is dropped.
    func adopt(_ record: SessionRecord?, inPlaceOf former: SessionSnapshot) -> SessionSnapshot? {
        changing.withLock { leftBehind in
            guard current.withLock({ $0 === former }) else { return nil }
            do throws(SessionError) {
                let stored = try storage.read()?.hopeful
                if !former.isStored(as: stored, orOneOf: leftBehind) {
                    leftBehind = []
                    show(stored)
                    return nil
                }
            } catch {
                return show(record, unsavedOver: former)
            }
            do throws(StoreError) {
                try save(record, &leftBehind)
                return show(record)
            } catch {
                return show(record, unsavedOver: former)
            }
        }
    }

    /// Takes over the tokens that another process has stored for the same user.
    ///
    /// - Returns: the session to continue with: the stored one if it has other tokens, else the given one.
    func caughtUp(_ snapshot: SessionSnapshot) -> SessionSnapshot {
        guard snapshot.isSaved else { return snapshot }
        return replaced(snapshot) { stored, _ in
            guard let user = stored?.user, let own = snapshot.record?.user else { return false }
            return user.typedUsername == own.typedUsername && user.tokens != own.tokens
        }
    }

    /// Writes to the store; after a failure, notes the session that the store may hold.
    ///
    /// A removal is not noted: if it succeeded nevertheless, it has the effect of a removal by another process.
    private func save(_ record: SessionRecord?, _ leftBehind: inout [SessionRecord]) throws(StoreError) {
        do throws(StoreError) {
            try storage.save(record)
        } catch {
            if let record, !leftBehind.contains(record.hopeful) { leftBehind.append(record.hopeful) }
            throw error
        }
        leftBehind = []
    }

    /// The session in memory, if it is loaded; with a shared store, the session that is stored now.
    private func present() -> SessionSnapshot? {
        guard let snapshot = current.withLock({ $0 }) else { return nil }
        return isShared ? replaced(snapshot) { !snapshot.isStored(as: $0, orOneOf: $1) } : snapshot
    }

    /// Shows the store's present session instead of the one in memory, if the present one is to be preferred.
    ///
    /// Each program tries a refresh token itself before it treats the token as refused, so a token that another program
    /// has stored as refused is tried once more.
    private func replaced(
        _ snapshot: SessionSnapshot,
        if isPreferred: (_ stored: SessionRecord?, _ leftBehind: [SessionRecord]) -> Bool
    ) -> SessionSnapshot {
        changing.withLock { leftBehind in
            guard current.withLock({ $0 === snapshot }),
                case .success(let stored) = Result(catching: { () throws(SessionError) in try storage.read()?.hopeful }),
                isPreferred(stored, leftBehind)
            else { return snapshot }
            leftBehind = []
            return show(stored)
        }
    }

    @discardableResult
    private func show(_ record: SessionRecord?, unsavedOver former: SessionSnapshot? = nil) -> SessionSnapshot {
        let snapshot = SessionSnapshot(record, unsavedOver: former, configuration: configuration)
        current.withLock { $0 = snapshot }
        return snapshot
    }
}

extension SessionSnapshot {
    /// Whether the stored session comes from this process, even from a write that reported a failure.
    fileprivate func isStored(as record: SessionRecord?, orOneOf leftBehind: [SessionRecord]) -> Bool {
        record == stored?.hopeful || record.map(leftBehind.contains) ?? false
    }
}

extension SessionRecord {
    /// The record as a new process reads it: a refresh token that was refused is tried once more.
    fileprivate var hopeful: SessionRecord {
        guard var user, user.isRefreshTokenDead else { return self }
        user.isRefreshTokenDead = false
        return replacing(user: user)
    }
}
