// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Synchronization

extension SessionHolder {
    /// What becomes of the session.
    enum Rewriting: Sendable {
        case keep
        case replace(SessionRecord?)
    }

    /// Changes the session to what `change` makes of the present one, in store and memory, in one step.
    ///
    /// - Parameters:
    ///   - isBinding: whether the change fails with the store. Otherwise memory has the change in any case, and storing it
    ///     is tried again later.
    ///   - start: the moment of the sign-in that makes the change; nil if nothing overtakes it.
    ///   - change: makes the new session of the present one; nil for none, or one that is damaged.
    /// - Returns: the new session; nil if `change` kept the present one, or if the call was ended.
    /// - Throws: `.storeUnreadable`, `.storeFailed`; then nothing has changed. Without `isBinding` only if no session was
    ///   ever read.
    func rewrite(
        isBinding: Bool,
        since start: CallMoment? = nil,
        _ change: (SessionRecord?) -> Rewriting
    ) throws(SessionError) -> SessionSnapshot? {
        do throws(SessionError) {
            _ = try loaded()
        } catch {
            if !error.isDamage { throw error }
        }
        return try changing.withLock { leftBehind throws(SessionError) in
            if let start, isOvertaken(signIn: start) { return nil }
            let former = current.withLock { $0 }
            let remains = leftBehind
            var rewriting: Rewriting?
            var trouble: SessionError?
            do throws(StoreError) {
                try storage.rewrite { stored in
                    switch stored {
                    case .success(let stored):
                        let stored = stored?.hopeful
                        let isOwn = former.map { !isShared || $0.isStored(as: stored, orOneOf: remains) } ?? false
                        rewriting = change(isOwn ? former?.record : stored)
                    case .failure(let error) where error.isDamage: rewriting = change(former?.record)
                    // A session that cannot be read, for example a later release's, is not overwritten.
                    case .failure(let error): trouble = error
                    }
                    return rewriting ?? .keep
                }
            } catch {
                if case .replace(let record?) = rewriting { leftBehind.append(record.hopeful) }
                trouble = .storeFailed(error)
            }
            if let trouble {
                if isBinding { throw trouble }
                guard case .replace(let record) = rewriting ?? change(former?.record) else { return nil }
                return show(record, unsavedOver: former)
            }
            guard case .replace(let record) = rewriting else { return nil }
            leftBehind = []
            return show(record)
        }
    }
}
