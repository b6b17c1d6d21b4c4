// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The texts of an error on a page: one above the form, those at the fields that it is about, or both.
struct PageErrors {
    /// The most fields of a form that needs no text above it, since the user sees all of them.
    private static let shortForm = 3

    /// The text above the form.
    let general: String?
    /// The texts of fields by their names.
    private let texts: [String: String]
    /// The name of the first field with an error.
    private let first: String?

    /// Creates the texts of an error on a form; `entries` are the names of fields that the user has filled in.
    init(_ message: PageMessage?, on fields: [FormField], entries: Set<String>, in texts: PageTexts) {
        let found = message?.texts(about: fields, entries: entries, in: texts) ?? [:]
        let names = fields.map(\.name)
        if found.isEmpty || !found.keys.allSatisfy(names.contains) {
            general = message?.text(in: texts)
        } else {
            general = names.count > Self.shortForm ? texts.errors.checkFields : nil
        }
        // The names of values belong to the form, never to the request.
        self.texts = found.filter { names.contains($0.key) }
        first = names.first { found[$0] != nil }
    }

    /// Whether there is an error.
    var isPresent: Bool { general != nil || first != nil }

    /// The text of a field.
    subscript(name: String) -> String? { texts[name] }

    /// Whether the browser shows a field first, because it is the first one with an error.
    func isFirst(_ name: String) -> Bool { name == first }

    /// The values of ``Markup/field(_:_:_:hint:)`` for all fields.
    var values: PageValues {
        let values: PageValues = ["error": .optional(general), "hasError": .flag(isPresent)]
        return texts.reduce(into: values) { values, entry in
            let (text, focus) = FieldMarkup.valueNames(of: entry.key)
            values = values.adding([text: .text(entry.value), focus: .flag(isFirst(entry.key))])
        }
    }
}
