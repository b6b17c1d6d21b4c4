// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A text that describes a schema in another language than GraphQL.
package enum ForeignSchema: Hashable, Sendable {
    /// TypeScript or JavaScript, as Amplify Gen 2 has it.
    case typeScript
    /// JSON, as the answer to an introspection query and the file `model-introspection.json` have it.
    case json

    /// Recognizes the language by the ending of the file's name and by how the text begins; `nil` for any other text.
    package init?(path: String, text: String) {
        let isScript = [".ts", ".tsx", ".mts", ".js", ".mjs"].contains { path.hasSuffix($0) }
        let start = Self.start(of: text)
        if isScript || Self.beginnings.contains(where: { start.starts(with: $0.utf8) }) {
            self = .typeScript
        } else if start.first == UInt8(ascii: "{"), start.dropFirst().first(where: { !Self.isBlank($0) }) == Self.quote
        {
            self = .json
        } else {
            return nil
        }
    }

    /// What the file is, after its path.
    package var problem: String {
        switch self {
        case .typeScript: "is TypeScript, as Amplify Gen 2 has it. Schemas are read in GraphQL only."
        case .json: "is JSON. Schemas are read in GraphQL only."
        }
    }

    /// The lines that say what to do.
    package var cure: [String] {
        switch self {
        case .typeScript:
            [
                "Write the models in a file such as schema.graphql. For example,",
                "  Todo: a.model({ content: a.string().required() }).authorization(allow => [allow.owner()])",
                "is in GraphQL",
                "  type Todo @model @auth(rules: [{ allow: owner }]) { content: String! }",
                "Of the rules, allow.authenticated() is { allow: private }, allow.publicApiKey() is { allow: public },",
                "allow.guest() is { allow: public, provider: identityPool }, and allow.group(\"Admins\") is",
                "{ allow: groups, groups: [\"Admins\"] }.",
            ]
        case .json:
            ["Name the file that the models were written in, such as amplify/backend/api/NAME/schema.graphql."]
        }
    }

    /// How programs begin; a schema in GraphQL has none of these words at its start.
    private static let beginnings = ["import ", "import{", "export ", "const ", "'use "]
    private static let quote = UInt8(ascii: "\"")

    /// The first bytes of a text, without a byte order mark, blanks and lines with comments of TypeScript.
    private static func start(of text: String) -> [UInt8] {
        var bytes = Substring(text).utf8
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        bytes = bytes.drop(while: isBlank)
        while bytes.starts(with: "//".utf8) {
            bytes = bytes.drop { $0 != 0x0A }.drop(while: isBlank)
        }
        return Array(bytes.prefix(1_000))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0D, 0x20].contains(byte) }
}
