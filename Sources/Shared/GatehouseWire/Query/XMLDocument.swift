// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Documents outside the query protocol, such as the errors of an object store.
package enum XMLDocument {
    /// Writes a value as the content of one element, in UTF-8.
    package static func body(root: String, _ content: WireValue) -> Data {
        var writer = XMLWriter()
        writer.element(root) { $0.write(content) }
        return Data((#"<?xml version="1.0" encoding="UTF-8"?>"# + "\n" + writer.output).utf8)
    }
}
