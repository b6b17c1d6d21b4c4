// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire
import Synchronization

/// A cache of decoded documents, by their texts.
///
/// A document is decoded from its text alone, and a change of its row is another text. So no entry becomes stale, and
/// transactions may use the cache whose changes may be rolled back.
final class DocumentCache<Shape: WireStructure>: Sendable {
    /// The largest number of documents; when the cache is full, it is emptied.
    private static var capacity: Int { 256 }
    /// The largest length of a text in bytes; longer ones are decoded each time.
    private static var maximumLength: Int { 4_096 }

    private let shapes = Mutex<[WireName: Shape]>([:])

    /// The document with this text; `nil` if it cannot be read.
    func shape(of text: String) -> Shape? {
        let key = WireName(text)
        if let known = shapes.withLock({ shapes in shapes[key] }) { return known }
        guard let shape = SQLDocument<Shape>(sqlValue: .text(text))?.shape else { return nil }
        guard text.utf8.count <= Self.maximumLength else { return shape }
        shapes.withLock { shapes in
            if shapes.count >= Self.capacity { shapes.removeAll() }
            shapes[key] = shape
        }
        return shape
    }
}
