// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A queue with two priorities, in which neither waits for the other without a limit.
///
/// While both wait, four elements with the priority `continuing` leave before one with `beginning`. Further work of a
/// request of which a part is done goes before both: the request then waits once and not before each part, and holds
/// its memory for a shorter time. There is never more of it than of work that has left the queue. All operations take
/// constant time, averaged over an element's stay.
package struct FairQueue<Element> {
    private var resumed = Line()
    private var continuing = Line()
    private var beginning = Line()
    /// The number of elements that have overtaken the first one with the priority `beginning`.
    private var overtaken = 0

    /// Creates an empty queue.
    package init() {}

    /// The number of elements.
    package var count: Int { resumed.count + continuing.count + beginning.count }

    /// Adds an element; a resumed one is further work of a request of which a part is done.
    package mutating func append(_ element: Element, _ priority: WorkPriority, isResumed: Bool = false) {
        guard !isResumed else { return resumed.append(element) }
        switch priority {
        case .continuing: continuing.append(element)
        case .beginning: beginning.append(element)
        }
    }

    /// Removes the element whose turn it is; `nil` if the queue is empty.
    package mutating func popFirst() -> Element? {
        if let element = resumed.popFirst() { return element }
        guard beginning.count > 0 else { return continuing.popFirst() }
        if continuing.count == 0 || overtaken >= WorkPriority.share {
            overtaken = 0
            return beginning.popFirst()
        }
        overtaken += 1
        return continuing.popFirst()
    }

    /// A queue in order of arrival, in two arrays: the second one has the oldest elements in reverse order.
    private struct Line {
        private var arrived: [Element] = []
        private var leaving: [Element] = []

        var count: Int { arrived.count + leaving.count }

        mutating func append(_ element: Element) {
            arrived.append(element)
        }

        mutating func popFirst() -> Element? {
            if leaving.isEmpty {
                guard !arrived.isEmpty else { return nil }
                swap(&arrived, &leaving)
                leaving.reverse()
            }
            return leaving.popLast()
        }
    }
}
