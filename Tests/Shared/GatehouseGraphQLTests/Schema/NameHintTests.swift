// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import Testing

/// What the messages about unknown names of a schema add: the name that was meant, or the names that there are.
struct NameHintTests {
    private static let definitions = """
        directive @model on OBJECT
        directive @auth(rules: [Rule!]!) on OBJECT | FIELD_DEFINITION
        directive @index(name: String, kind: Kind) on FIELD_DEFINITION
        input Rule { allow: Kind! ownerField: String }
        enum Kind { owner groups }
        type Author { name: String }
        type Query { q: Int }

        """

    private func messages(of text: String) -> [String] {
        do {
            let document = try Document(parsing: Self.definitions + text, limits: .typeSystem)
            _ = try Schema(document, synonyms: ["date": "Author", "members": "groups"])
            return []
        } catch let error as GraphQLErrors {
            return error.errors.map(\.message)
        } catch {
            return ["\(error)"]
        }
    }

    @Test(arguments: [
        ("type A @modle { a: Int }", "Unknown directive '@modle'. Did you mean '@model'?"),
        ("type A @Model { a: Int }", "Unknown directive '@Model'. Did you mean '@model'?"),
        ("type A { a: Strng }", "Unknown type 'Strng'. Did you mean 'String'?"),
        ("type A { a: author }", "Unknown type 'author'. Did you mean 'Author'?"),
        ("type A { a: Date }", "Unknown type 'Date'. Did you mean 'Author'?"),
        ("union U = Autor", "Unknown type 'Autor'. Did you mean 'Author'?"),
        ("type A implements Autor { a: Int }", "Unknown type 'Autor'. Did you mean 'Author'?"),
        (
            "extend type Autor { a: Int }",
            "Cannot extend type 'Autor' because it is not defined. Did you mean 'Author'?"
        ),
        ("type A { a: Int @index(nam: \"n\") }", "Unknown argument 'nam' on directive '@index'. Did you mean 'name'?"),
        (
            "type A { a: Int @index(query: 1) }",
            "Unknown argument 'query' on directive '@index'. Its arguments: name, kind."
        ),
        ("type A @model(a: 1) { a: Int }", "Unknown argument 'a' on directive '@model'."),
        (
            "type A @auth(rules: [{ allow: owners }]) { a: Int }",
            "Argument 'rules[0].allow' of directive '@auth' with value 'owners' is not a valid 'Kind'. "
                + "Did you mean 'owner'? Its values: owner, groups."
        ),
        (
            "type A @auth(rules: [{ allow: \"owner\" }]) { a: Int }",
            "Argument 'rules[0].allow' of directive '@auth' with value '\"owner\"' is not a valid 'Kind'. "
                + "Write owner without quotation marks."
        ),
        (
            "type A @auth(rules: [{ allow: 1 }]) { a: Int }",
            "Argument 'rules[0].allow' of directive '@auth' with value '1' is not a valid 'Kind'. "
                + "Its values: owner, groups."
        ),
        (
            "type A @auth(rules: [{ allow: owner, ownerfield: \"a\" }]) { a: Int }",
            "Argument 'rules[0]' of directive '@auth' with value '{allow: owner, ownerfield: \"a\"}' contains a field "
                + "not in 'Rule': 'ownerfield'. Did you mean 'ownerField'?"
        ),
        (
            "type A @auth(rules: [{ allow: owner, to: \"a\" }]) { a: Int }",
            "Argument 'rules[0]' of directive '@auth' with value '{allow: owner, to: \"a\"}' contains a field "
                + "not in 'Rule': 'to'. Its fields: allow, ownerField."
        ),
        (
            "type A @auth(rules: [{ allow: owner, ownerField: name }]) { a: Int }",
            "Argument 'rules[0].ownerField' of directive '@auth' with value 'name' is not a valid 'String'. "
                + "Write \"name\" with quotation marks."
        ),
        (
            "type A { a(b: Kind = owner2): Int }",
            "The default value 'owner2' of A.a(b:) is not a valid 'Kind'. Did you mean 'owner'? Its values: owner, groups."
        ),
    ])
    func `a message about an unknown name says what to write`(_ text: String, _ message: String) {
        #expect(messages(of: text) == [message])
    }

    @Test func `a long name is not looked up, and neither are more than twenty names of a schema`() {
        let long = String(repeating: "String", count: 20)
        #expect(messages(of: "type A { a: \(long) }") == ["Unknown type '\(long)'."])
        let many = messages(of: "type A { \((0..<30).map { "f\($0): Strng" }.joined(separator: " ")) }")
        #expect(many.count == 30 && many.count { $0.hasSuffix("Did you mean 'String'?") } == 20)
        #expect(many.last == "Unknown type 'Strng'.")
    }

    @Test func `of many values none is listed`() {
        let values = (0..<13).map { "V\($0)" }.joined(separator: " ")
        let text = "enum Many { \(values) } type A { a(b: Many = other): Int }"
        #expect(messages(of: text) == ["The default value 'other' of A.a(b:) is not a valid 'Many'."])
    }
}
