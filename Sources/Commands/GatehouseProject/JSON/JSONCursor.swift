// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A value of a document with its place, for readers that name what is wrong.
///
/// AWS's tools wrote the same member as a number in one version and as a text in another: the readers here accept the
/// forms that are found. A member that is `null` is read like an absent one.
package struct JSONCursor: Sendable {
    /// The place of the value.
    package let pointer: JSONPointer
    private let document: JSONDocument
    private let node: JSONNode

    init(_ document: JSONDocument, _ node: JSONNode, _ pointer: JSONPointer) {
        self.document = document
        self.node = node
        self.pointer = pointer
    }

    /// The value.
    package var value: JSONValue { document.value(of: node) }

    /// A flaw of the value; `problem` is a sentence.
    package func flaw(_ problem: String) -> JSONFlaw {
        JSONFlaw(pointer, line: document.line(at: node.range.lowerBound), problem)
    }

    private func wrongKind(_ expected: String) -> JSONFlaw {
        flaw("The value is \(value.kindInWords), and \(expected) is expected.")
    }

    /// A member; `nil` if it is absent or `null`.
    ///
    /// - Throws: `JSONFlaw` if the value is not an object.
    package func member(_ name: String) throws(JSONFlaw) -> JSONCursor? {
        try members().first { $0.name.utf8.elementsEqual(name.utf8) }?.cursor
    }

    /// The members that are not `null`, in their order.
    ///
    /// - Throws: `JSONFlaw` if the value is not an object.
    package func members() throws(JSONFlaw) -> [(name: String, cursor: JSONCursor)] {
        guard case .object(let members) = node.kind else { throw wrongKind("an object") }
        return members.compactMap { member in
            if case .null = member.value.kind { return nil }
            return (member.name, JSONCursor(document, member.value, pointer.appending(member.name)))
        }
    }

    /// The elements.
    ///
    /// - Throws: `JSONFlaw` if the value is not an array.
    package func elements() throws(JSONFlaw) -> [JSONCursor] {
        guard case .array(let elements) = node.kind else { throw wrongKind("an array") }
        return elements.enumerated().map { JSONCursor(document, $1, pointer.appending(String($0))) }
    }

    /// The text.
    ///
    /// - Throws: `JSONFlaw` if the value is not a text.
    package func string() throws(JSONFlaw) -> String {
        guard case .string(let text) = value else { throw wrongKind("a text") }
        return text
    }

    /// The texts of an array; a text alone counts as an array of one.
    ///
    /// - Throws: `JSONFlaw` if the value or an element has another kind.
    package func strings() throws(JSONFlaw) -> [String] {
        if case .string(let text) = value { return [text] }
        var texts: [String] = []
        for element in try elements() { texts.append(try element.string()) }
        return texts
    }

    /// The number, which may be written as a text.
    ///
    /// - Throws: `JSONFlaw` if the value is not a number without a fraction.
    package func integer() throws(JSONFlaw) -> Int {
        let text: String? =
            switch value {
            case .number(let digits): digits
            case .string(let text): text
            case .null, .bool, .array, .object: nil
            }
        guard let number = text.flatMap({ Int($0) }) else { throw wrongKind("a whole number") }
        return number
    }

    /// The truth value, which may be written as a text.
    ///
    /// - Throws: `JSONFlaw` if the value is neither true nor false.
    package func bool() throws(JSONFlaw) -> Bool {
        switch value {
        case .bool(let value): return value
        case .string("true"): return true
        case .string("false"): return false
        case .null, .number, .string, .array, .object: throw wrongKind("true or false")
        }
    }

    /// The value that a text of JSON holds; a value that is not a text is itself that value.
    ///
    /// - Throws: `JSONFlaw` at the text if it is not JSON.
    package func nested() throws(JSONFlaw) -> JSONCursor {
        guard case .string(let text) = value else { return self }
        do throws(JSONFlaw) {
            return try JSONDocument(Array(text.utf8)).cursor
        } catch {
            throw flaw("The text holds no JSON: \(error.problem)")
        }
    }
}
