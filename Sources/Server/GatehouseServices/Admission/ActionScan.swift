// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Finds the action in a form that is not parsed yet.
///
/// The result decides only about the admission of the request; a form whose field has escapes in its name counts as one
/// without an action.
enum ActionScan {
    private static let name = Array("Action=".utf8)
    private static let longest = 64

    /// The value of the first field `Action`, without decoding it; `nil` if there is none.
    static func action(in form: Data) -> String? {
        var rest = form[...]
        while let first = rest.first {
            guard first != UInt8(ascii: "&") else {
                rest = rest.dropFirst()
                continue
            }
            let field = rest.prefix { $0 != UInt8(ascii: "&") }
            if field.starts(with: name) {
                return String(decoding: field.dropFirst(name.count).prefix(longest), as: UTF8.self)
            }
            rest = rest[field.endIndex...]
        }
        return nil
    }
}
