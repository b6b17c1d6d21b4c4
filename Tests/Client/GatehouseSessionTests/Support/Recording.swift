// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

/// A list of recorded elements, in order.
final class Recording<Element: Sendable>: Sendable {
    private let state = Mutex<[Element]>([])

    var elements: [Element] { state.withLock { $0 } }

    func append(_ element: Element) { state.withLock { $0.append(element) } }

    func clear() { state.withLock { $0 = [] } }
}
