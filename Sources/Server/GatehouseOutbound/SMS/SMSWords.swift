// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The values of a message for the placeholders of templates.
struct SMSWords {
    let to: String
    let text: String
    let sender: String

    /// The template with the placeholders replaced; placeholders within a value are not replaced.
    func fill(_ template: String, encoding encode: (String) -> String = { $0 }) -> String {
        var output = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{") {
            output += rest[..<open]
            rest = rest[open...]
            if let (name, word) = [("{to}", to), ("{text}", text), ("{sender}", sender)].first(where: {
                rest.hasPrefix($0.0)
            }) {
                output += encode(word)
                rest = rest.dropFirst(name.count)
            } else {
                output.append(rest.removeFirst())
            }
        }
        return output + rest
    }
}
