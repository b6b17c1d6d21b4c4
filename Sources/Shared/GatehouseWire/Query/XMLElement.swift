// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseText

/// An element of a small XML document: a name, and either elements or text.
struct XMLElement: Equatable {
    var name: String
    var children: [XMLElement] = []
    var text = ""

    /// Reads a document of elements, attributes (skipped), text, the five entities and numeric references.
    ///
    /// Comments, CDATA, processing instructions but the first, and document types are refused.
    init(parsing document: Data) throws(WireSyntaxError) {
        var parser = XMLParser(document)
        self = try parser.document()
    }

    init(name: String) {
        self.name = name
    }

    /// The first child of a name.
    func child(_ name: String) -> XMLElement? {
        children.first { $0.name.hasBytes(of: name) }
    }

    /// The children by their names; of several with one name, the first counts.
    var members: [WireName: WireValue] {
        Dictionary(children.map { (WireName($0.name), $0.value) }) { first, _ in first }
    }

    /// The element as a value: text, a list if all children are called `member`, else an object.
    var value: WireValue {
        if children.isEmpty { return .string(text) }
        if children.allSatisfy({ $0.name.hasBytes(of: "member") }) { return .array(children.map(\.value)) }
        return .object(members)
    }
}
