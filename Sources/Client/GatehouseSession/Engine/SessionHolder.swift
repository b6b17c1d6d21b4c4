// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// The session that an engine holds: in memory for readers, in the store for the next start.
///
/// Two locks: readers take only the first, for as long as it takes to copy a reference. A change of the session holds
/// the second during the store's I/O, so that memory and store change together and in one order.
final class SessionHolder: Sendable {
    /// The outcome of a removal.
    enum Removal: Sendable {
        /// This session is gone; it may be a newer one of another program.
        case removed(SessionRecord?)
        /// Another program has stored a session that is to be kept; that one is shown.
        case kept
    }

    let current = Mutex<SessionSnapshot?>(nil)
    /// Guards the store; holds the sessions that failed writes may have left there.
    let changing = Mutex<[SessionRecord]>([])
    let storage: SessionStorage
    private let configuration: SessionConfiguration
    /// Makes what the face keeps of each session; nil if it keeps nothing.
    private let view: (@Sendable (SessionReport) -> any SessionView)?
    /// Whether other programs sign in and out in the same store, so that every reading compares.
    let isShared: Bool
    /// Changed only by a holder of `changing`, so that a change of the session can tell whether its call was ended.
    let lastOvertaken = Mutex(Overtaken())

    init(
        storage: SessionStorage,
        configuration: SessionConfiguration,
        isShared: Bool,
        view: (@Sendable (SessionReport) -> any SessionView)?
    ) {
        self.storage = storage
        self.configuration = configuration
        self.isShared = isShared
        self.view = view
    }

    /// The session, if it is loaded and fresh.
    func fresh(at now: Date) -> SessionSnapshot? {
        guard let snapshot = present(), now < snapshot.staleAt else { return nil }
        return snapshot
    }

    /// The session, read from the store if this is the first call that succeeds in reading it.
    func loaded() throws(SessionError) -> SessionSnapshot {
        if let snapshot = present() { return snapshot }
        return try changing.withLock { _ throws(SessionError) in
            if let snapshot = current.withLock({ $0 }) { return snapshot }
            return show(try storage.open()?.hopeful)
        }
    }

    /// Removes the session, and then shows that there is none.
    ///
    /// - Parameter mustStay: whether the session that another program may have stored in the meantime is kept.
    /// - Returns: the session that was removed, or that one was kept.
    /// - Throws: `StoreError`; then nothing has changed.
    func remove(unless mustStay: (SessionRecord) -> Bool) throws(StoreError) -> Removal {
        try changing.withLock { leftBehind throws(StoreError) in
            let former = current.withLock { $0 }
            // In a store of its own, and while the stored session is an older one, the session in memory counts.
            guard isShared, former?.isSaved ?? true else {
                try save(nil, &leftBehind)
                show(nil)
                return .removed(former?.record)
            }
            let (isReplaced, stored) = try storage.exchange(for: nil) { stored in
                // The app's word ends also a session that cannot be read.
                guard case .success(let stored?) = stored else { return true }
                return !mustStay(stored)
            }
            leftBehind = []
            switch stored {
            case .success(let stored):
                show(isReplaced ? nil : stored?.hopeful)
                return isReplaced ? .removed(stored) : .kept
            case .failure:
                show(nil)
                return .removed(former?.record)
            }
        }
    }

    /// Stores a session, or the absence of one, and then shows it; in a shared store only in place of certain sessions.
    ///
    /// - Parameters:
    ///   - record: the session.
    ///   - start: the moment of the sign-in that leads to the session, which may have been overtaken.
    ///   - mayReplace: whether the session that another program may have stored in the meantime can be replaced.
    /// - Returns: false if it cannot, or if the sign-in was ended; then the present session is shown.
    /// - Throws: `StoreError`, in a shared store also for a stored session that cannot be read and is not damaged; then
    ///   nothing has changed.
    func commit(
        _ record: SessionRecord?,
        since start: CallMoment? = nil,
        over mayReplace: (SessionRecord?) -> Bool
    ) throws(StoreError) -> Bool {
        try changing.withLock { leftBehind throws(StoreError) in
            if let start, isOvertaken(signIn: start) { return false }
            guard isShared else {
                try save(record, &leftBehind)
                show(record)
                return true
            }
            let remains = leftBehind
            let (isReplaced, former) = try noting(record, &leftBehind) { () throws(StoreError) in
                try storage.exchange(for: record) { stored in
                    switch stored {
                    case .success(let stored):
                        mayReplace(stored) || (stored?.hopeful).map(remains.contains) ?? false
                    case .failure(let error): error.isDamage
                    }
                }
            }
            if !isReplaced, case .failure(.storeUnreadable(let error)) = former { throw error }
            leftBehind = []
            if isReplaced {
                show(record)
            } else if case .success(let stored) = former {
                show(stored?.hopeful)
            }
            return isReplaced
        }
    }

    /// Removes the session of a user without an account, and shows the session that is stored then.
    ///
    /// A session that another program has stored for another user in the meantime stays. What the store cannot remove
    /// now, the next renewal removes.
    ///
    /// - Parameter userID: the user's `sub`.
    func drop(ofUser userID: String?) {
        changing.withLock { leftBehind in
            let former = current.withLock { $0 }
            let remains = leftBehind
            do throws(StoreError) {
                let (isReplaced, stored) = try storage.exchange(for: nil) { stored in
                    switch stored {
                    case .success(let stored?): stored.isOf(userID) || remains.contains(stored.hopeful)
                    case .success(nil): true
                    case .failure(let error): error.isDamage
                    }
                }
                if isReplaced {
                    leftBehind = []
                    show(nil)
                } else if case .success(let stored) = stored {
                    leftBehind = []
                    show(stored?.hopeful)
                } else {
                    show(nil, unsavedOver: former)
                }
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
            let remains = leftBehind
            do throws(StoreError) {
                let (isReplaced, stored) = try noting(record, &leftBehind) { () throws(StoreError) in
                    try storage.exchange(for: record) { stored in
                        guard case .success(let stored) = stored else { return false }
                        return former.isStored(as: stored?.hopeful, orOneOf: remains)
                    }
                }
                guard case .success(let stored) = stored else { return show(record, unsavedOver: former) }
                leftBehind = []
                if isReplaced { return show(record) }
                show(stored?.hopeful)
                return nil
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
            if let user = stored?.user, let own = snapshot.record?.user {
                return user.typedUsername == own.typedUsername && user.tokens != own.tokens
            }
            guard let login = stored?.login, let own = snapshot.record?.login else { return false }
            let (tokens, ownTokens) = (login.pages, own.pages.map(\.hopeful))
            return login.provider == own.provider && tokens != nil && ownTokens != nil && tokens != ownTokens
        }
    }

    /// Writes to the store.
    private func save(_ record: SessionRecord?, _ leftBehind: inout [SessionRecord]) throws(StoreError) {
        try noting(record, &leftBehind) { () throws(StoreError) in try storage.save(record) }
        leftBehind = []
    }

    /// Writes to the store; after a failure, notes the session that the store may hold.
    ///
    /// A removal is not noted: if it succeeded nevertheless, it has the effect of a removal by another process.
    func noting<Value>(
        _ record: SessionRecord?,
        _ leftBehind: inout [SessionRecord],
        _ write: () throws(StoreError) -> Value
    ) throws(StoreError) -> Value {
        do throws(StoreError) {
            return try write()
        } catch {
            if let record, !leftBehind.contains(record.hopeful) { leftBehind.append(record.hopeful) }
            throw error
        }
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
    func show(_ record: SessionRecord?, unsavedOver former: SessionSnapshot? = nil) -> SessionSnapshot {
        let snapshot = SessionSnapshot(record, unsavedOver: former, configuration: configuration, view: view)
        current.withLock { $0 = snapshot }
        return snapshot
    }
}

extension SessionSnapshot {
    /// Whether this process has stored the session, even by a write that reported a failure.
    func isStored(as record: SessionRecord?, orOneOf leftBehind: [SessionRecord]) -> Bool {
        record == stored?.hopeful || record.map(leftBehind.contains) ?? false
    }
}

extension ProviderTokens {
    /// The tokens as a new process reads them: a refresh token that was refused is tried once more.
    fileprivate var hopeful: ProviderTokens {
        var tokens = self
        tokens.isRefreshTokenDead = false
        return tokens
    }
}

extension SessionRecord {
    /// Whether it is the session of the user with that `sub`.
    fileprivate func isOf(_ userID: String?) -> Bool {
        guard let user else { return false }
        return UserClaims(user.tokens).user?.userID == userID
    }

    /// The record as a new process reads it: a refresh token that was refused is tried once more.
    var hopeful: SessionRecord {
        switch self {
        case .federated(var login, let identity):
            login.pages = login.pages?.hopeful
            return .federated(login: login, identity: identity)
        case .userPool, .guest, .userAndIdentityPool:
            guard var user, user.isRefreshTokenDead else { return self }
            user.isRefreshTokenDead = false
            return replacing(user: user)
        }
    }
}
