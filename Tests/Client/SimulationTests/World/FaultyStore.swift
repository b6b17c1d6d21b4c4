// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Synchronization

/// A process's store on the shelf: it may be locked, fail, fail after the write, and the process may end at any write.
struct FaultyStore: CredentialStore {
    let shelf: Shelf
    let life: Life
    let weather: Weather
    let dice: Dice
    let journal: Journal
    let sabotage: Sabotage?

    var name: String { "\(ObjectIdentifier(shelf))" }

    func read(_ key: String) -> StoreAnswer {
        if life.isOver { return .unreadable(StoreError(.reading, reason: "The process is dead.")) }
        if dice.chance(weather.conditions.store) {
            journal.note("  store: locked")
            return .unreadable(StoreError(.reading, reason: "The device is locked."))
        }
        return shelf.item(key).map { .found($0) } ?? .absent
    }

    func write(_ data: Data, for key: String) throws(StoreError) {
        try change(.writing, key, sabotage == .halfWrites ? data.prefix(data.count / 2) : data)
    }

    func remove(_ key: String) throws(StoreError) {
        try change(.removing, key, nil)
    }

    func keys(startingWith prefix: String) throws(StoreError) -> [String] {
        if life.isOver { throw StoreError(.reading, reason: "The process is dead.") }
        return shelf.keys.filter { $0.hasPrefix(prefix) }
    }

    private func change(_ activity: StoreError.Activity, _ key: String, _ data: Data?) throws(StoreError) {
        let fate = life.meet()
        if fate == .diesBefore { return die(activity, "before") }
        if dice.chance(weather.conditions.store) {
            // A file that was renamed, in a folder that could not be synchronised, is there all the same.
            let isDone = dice.chance(30)
            if isDone { put(data, for: key) }
            journal.note("  store: \(activity.rawValue) failed\(isDone ? " after the fact" : "")")
            throw StoreError(activity, reason: "The disk does not answer.")
        }
        put(data, for: key)
        if fate == .diesAfter { die(activity, "after") }
    }

    private func put(_ data: Data?, for key: String) {
        if sabotage != .forgottenWrites { shelf.put(data, for: key) }
    }

    private func die(_ activity: StoreError.Activity, _ moment: String) {
        if life.isOver { return }
        journal.note("  the process dies \(moment) \(activity.rawValue)")
        life.end()
    }
}

/// The data that a device keeps when no process runs: the content of a credential store.
final class Shelf: Sendable {
    private let items = Mutex<[String: Data]>([:])

    func item(_ key: String) -> Data? { items.withLock { $0[key] } }

    var keys: [String] { items.withLock { Array($0.keys) } }

    func put(_ data: Data?, for key: String) { items.withLock { $0[key] = data } }

    /// The stored session; more than one counts as damage.
    func session() throws -> SessionRecord? {
        let sessions = items.withLock { items in items.filter { $0.key.hasSuffix(".session") }.map(\.value) }
        guard sessions.count < 2 else { throw StoreError(.understanding, reason: "There are several sessions.") }
        return try sessions.first.map(SessionRecord.init(encoded:))
    }
}
