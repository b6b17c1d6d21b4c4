// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Mustache

/// The values of a template's names, as the library reads them.
struct TemplateObject: MustacheParent {
    private let values: [String: PageValue]

    init(_ values: PageValues) {
        self.values = values.values
    }

    // The library accepts values of every type.
    func child(named name: String) -> Any? {
        switch values[name] {
        case .text(let text): text
        case .flag(let flag): flag
        case .list(let items): items.map(TemplateObject.init)
        case nil: nil
        }
    }
}
