// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

/// The session's place in a credential store, which may hold the sessions of other instances beside it.
struct SessionStorage: Sendable {
    private let store: any CredentialStore
    private let configuration: StoredConfiguration
    private let use: StoreUse

    init(store: any CredentialStore, configuration: SessionConfiguration) {
        self.store = store
        self.configuration = StoredConfiguration(configuration)
        use = StoreUse(store: store.name, key: self.configuration.keys.session)
    }

    private var key: String { configuration.keys.session }

    /// Tries to take the lock under which the session is renewed.
    func tryLock() -> StoreLock.Attempt { store.tryLock(key) }

    /// Brings the store to the present configuration and reads the session.
    func open() throws(SessionError) -> SessionRecord? {
        try Self.turn.withLock { _ throws(SessionError) in try enter() }
        return try read(key)
    }

    /// Reads the session.
    func read() throws(SessionError) -> SessionRecord? {
        try read(key)
    }

    /// Writes a session, or removes the stored one.
    ///
    /// A removal also removes the copies of former configurations, so that a return to one of them restores no session.
    func save(_ record: SessionRecord?) throws(StoreError) {
        if let record { return try store.write(Self.data(record), for: key) }
        try removeLeftovers()
        try store.remove(key)
    }

    /// Writes a session, or removes the stored one, if the stored one may be replaced.
    ///
    /// No other process changes the stored session between the decision and the change.
    ///
    /// - Parameters:
    ///   - record: the new session; nil removes the stored one, as `save` does.
    ///   - mayReplace: decides from the stored session, or from the reason why it cannot be read.
    /// - Returns: whether the session was replaced, and the session that was stored before.
    /// - Throws: `StoreError`; then nothing has changed.
    func exchange(
        for record: SessionRecord?,
        if mayReplace: (Result<SessionRecord?, SessionError>) -> Bool
    ) throws(StoreError) -> (isReplaced: Bool, former: Result<SessionRecord?, SessionError>) {
        let data: Data? = if let record { try Self.data(record) } else { nil }
        if data == nil { try removeLeftovers() }
        var outcome: (isReplaced: Bool, former: Result<SessionRecord?, SessionError>) = (false, .success(nil))
        try store.update(key) { answer in
            let former = Result { () throws(SessionError) in try Self.record(answer) }
            outcome = (mayReplace(former), former)
            guard outcome.isReplaced else { return .keep }
            return data.map { .write($0) } ?? .remove
        }
        return outcome
    }

    /// Writes the session that a change makes of the stored one, or removes the stored one.
    ///
    /// No other process changes the stored session in the meantime.
    ///
    /// - Parameter change: decides from the stored session, or from the reason why it cannot be read.
    /// - Throws: `StoreError`; then nothing has changed.
    func rewrite(
        _ change: (Result<SessionRecord?, SessionError>) -> SessionHolder.Rewriting
    ) throws(StoreError) {
        try store.update(key) { answer throws(StoreError) in
            switch change(Result { () throws(SessionError) in try Self.record(answer) }) {
            case .keep: .keep
            case .replace(let record?): .write(try Self.data(record))
            case .replace(nil): .remove
            }
        }
    }

    /// Removes the copies of former configurations.
    ///
    /// A ledger that cannot be read does not prevent the sign-out.
    private func removeLeftovers() throws(StoreError) {
        let leftovers = (try? ledger())?.leftovers(of: key) ?? []
        for leftover in leftovers where !use.isInUse(leftover) { try store.remove(leftover) }
    }

    private func read(_ key: String) throws(SessionError) -> SessionRecord? {
        try Self.record(store.read(key))
    }

    private static func record(_ answer: StoreAnswer) throws(SessionError) -> SessionRecord? {
        switch answer {
        case .absent: return nil
        case .unreadable(let error): throw .storeUnreadable(error)
        case .found(let data):
            do throws(StoreError) {
                return try SessionRecord(encoded: data)
            } catch {
                throw .storeUnreadable(error)
            }
        }
    }

    private static func data(_ record: SessionRecord) throws(StoreError) -> Data {
        do {
            return try record.encoded()
        } catch {
            throw StoreError(.writing, reason: "The session has no JSON form.")
        }
    }
}

extension SessionStorage {
    /// Instances of this process enter one after another.
    ///
    /// An entry that is lost because two processes write at once ends no session: see `StoreLedger.enter`.
    private static let turn = Mutex<Void>(())

    /// Enters the configuration, and takes over the session of the one that it follows.
    ///
    /// No session is removed: it may belong to the configuration of another instance, which starts later.
    /// The session is copied before the entry is written, so that an interruption repeats it.
    private func enter() throws(SessionError) {
        let former = try ledger()
        var ledger = former
        let predecessor = ledger.enter(
            configuration,
            hasSession: store.read(key) != .absent,
            isInUse: use.isInUse
        )
        if let predecessor { try takeAlong(from: predecessor) }
        if ledger != former { write(ledger) }
    }

    private func takeAlong(from former: StoredConfiguration) throws(SessionError) {
        guard let record = try read(former.keys.session).flatMap({ former.passedOn($0, to: configuration) }) else {
            return
        }
        do throws(StoreError) {
            try store.write(Self.data(record), for: key)
        } catch {
            throw .storeUnreadable(error)
        }
    }

    /// The ledger; one that is damaged counts as empty, because it only decides which session is taken over.
    private func ledger() throws(SessionError) -> StoreLedger {
        switch store.read(StoreKeys.configuration) {
        case .absent: StoreLedger()
        case .unreadable(let error) where error.activity == .understanding: StoreLedger()
        case .unreadable(let error): throw .storeUnreadable(error)
        case .found(let data): (try? JSONDecoder().decode(StoreLedger.self, from: data)) ?? StoreLedger()
        }
    }

    /// Writes the ledger.
    ///
    /// A store that cannot be written to at present may still hold a good session, so a failure is left to the next
    /// start, which finds the former ledger and repeats what follows from it.
    private func write(_ ledger: StoreLedger) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let data = try? encoder.encode(ledger) else { return }
        try? store.write(data, for: StoreKeys.configuration)
    }
}
