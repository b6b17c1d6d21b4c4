// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

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
