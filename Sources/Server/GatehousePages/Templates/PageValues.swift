// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The values of a template's names.
package struct PageValues: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// The values by name.
    package private(set) var values: [String: PageValue]

    /// Creates the values of names; a name with `nil` has none.
    package init(dictionaryLiteral elements: (String, PageValue?)...) {
        values = Dictionary(minimumCapacity: elements.count)
        for (name, value) in elements { values[name] = value }
    }

    /// The values, with further values under their names.
    func adding(_ others: PageValues) -> PageValues {
        var sum = self
        sum.values.merge(others.values) { $1 }
        return sum
    }

    /// The values with other texts: those that `change` returns for the texts, in the order of their names.
    func mapTexts(_ change: (String) -> String) -> PageValues {
        var changed = self
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .text(let text): changed.values[name] = .text(change(text))
            case .list(let items): changed.values[name] = .list(items.map { $0.mapTexts(change) })
            case .flag: break
            }
        }
        return changed
    }
}

/// The value of a name in a template.
package enum PageValue: Sendable, Hashable {
    /// A text, which the template escapes.
    case text(String)
    /// Whether a section is shown.
    case flag(Bool)
    /// The items of a section that is shown once for each.
    case list([PageValues])

    /// A text; `nil` without one.
    static func optional(_ text: String?) -> PageValue? { text.map { .text($0) } }
}
