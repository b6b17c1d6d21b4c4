// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A value in one place, to which copies have a reference; a copy that is changed gets a place of its own.
///
/// A function that waits keeps copies of records in its frame, and many requests wait at once. A record keeps a large
/// value in this way, so that a copy takes the size of a reference.
struct SharedValue<Value: Sendable>: Sendable {
    private final class Place: Sendable {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private var place: Place

    init(_ value: Value) {
        place = Place(value)
    }

    var value: Value {
        get { place.value }
        set { place = Place(newValue) }
    }
}

extension SharedValue: Equatable where Value: Equatable {
    static func == (one: Self, other: Self) -> Bool { one.place === other.place || one.value == other.value }
}
