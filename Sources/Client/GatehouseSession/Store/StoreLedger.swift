// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// The configurations that have used a store: the item `authConfiguration`.
///
/// An app may change its configuration between two runs, and then keeps its session if it can. Or it may run several
/// instances at the same time, and each has a session of its own. The ledger distinguishes the two: the configuration
/// of a running instance is not a former one, and a known configuration takes over another's session only if it passed
/// on its own before.
struct StoreLedger: Sendable, Equatable, Codable {
    private struct Entry: Sendable, Equatable, Codable {
        var configuration: StoredConfiguration
        /// The session key of the configuration that took the session over and continued it.
        var heir: String?

        var key: String { configuration.keys.session }
    }

    /// The largest number of entries; the least recently used are removed first.
    private static let capacity = 64

    /// The latest start is the last.
    private var entries: [Entry] = []

    /// Creates an empty ledger.
    init() {}

    /// Enters that a configuration starts.
    ///
    /// - Parameters:
    ///   - configuration: the configuration.
    ///   - hasSession: whether there is a session under its key.
    ///   - isInUse: whether an instance works with a session key at present.
    /// - Returns: the configuration whose session it takes over, if it follows one.
    mutating func enter(
        _ configuration: StoredConfiguration,
        hasSession: Bool,
        isInUse: (String) -> Bool
    ) -> StoredConfiguration? {
        let entry = Entry(configuration: configuration)
        let known = entries.first { $0.key == entry.key }
        entries.removeAll { $0.key == entry.key }
        defer { entries = (entries + [entry]).suffix(Self.capacity) }
        // A configuration that has a session without being known lost its entry; the session is its own.
        if known == nil, hasSession { return nil }
        let former = entries.last { former in
            (known == nil ? former.heir == nil : former.key == known?.heir)
                && former.configuration.mayPassOn(to: configuration) && !isInUse(former.key)
        }
        guard let former else { return nil }
        for index in entries.indices where [entries[index].key, entries[index].heir].contains(former.key) {
            entries[index].heir = entry.key
        }
        return former.configuration
    }

    /// The keys under which earlier states of a session were left.
    func leftovers(of key: String) -> [String] {
        entries.filter { $0.heir == key }.map(\.key)
    }
}

/// The use of one item of a store by an instance, for as long as this object lives.
///
/// Instances in one process share stores without references to each other; a new instance finds the others here.
final class StoreUse: Sendable {
    private struct Place: Hashable {
        let store: String
        let key: String
    }

    private static let places = Mutex<[Place: Int]>([:])

    private let place: Place

    /// Begins the use of an item of the store of that name.
    init(store: String, key: String) {
        let place = Place(store: store, key: key)
        self.place = place
        Self.places.withLock { $0[place, default: 0] += 1 }
    }

    deinit {
        Self.places.withLock { places in
            let others = places[place, default: 1] - 1
            places[place] = others == 0 ? nil : others
        }
    }

    /// Whether an instance in this process uses an item of the store of that name.
    static func isInUse(_ key: String, ofStore store: String) -> Bool {
        places.withLock { $0[Place(store: store, key: key)] != nil }
    }

    /// Whether an instance in this process uses that other item of the store.
    func isInUse(_ key: String) -> Bool {
        Self.places.withLock { $0[Place(store: place.store, key: key)] != nil }
    }
}
