// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL
import GatehouseWire

/// What to write in place of text that does not follow the grammar, for what other languages have in its place.
enum SyntaxHint {
    /// A sentence about the text at the place of an error of syntax, after a blank; empty if no such text stands there.
    static func text(for error: GraphQLError, at location: SourceLocation, in text: String) -> String {
        guard error.code == .syntax else { return "" }
        if error.message.hasSuffix("<EOF>.") { return unclosed(in: text, through: location.line) }
        guard let (before, rest) = line(location, in: text), let first = rest.first else { return "" }
        switch first {
        case "=" where before.contains(":"):
            return " A field has no default value in GraphQL: write @default(value: \"…\") after its type."
        case "?": return " A value is optional unless ! follows its type."
        case ";": return " Definitions and fields end without a semicolon."
        case "/": return " A comment begins with #."
        case "'": return " A text is between double quotation marks."
        case "<": return " A list is written as [String]."
        default: break
        }
        // A keyword at the start of a line is taken for a field if the type before it is not closed.
        if keywords.contains(where: { before == "\($0) " }), error.message.contains("Expected \":\"") {
            return unclosed(in: text, through: location.line - 1)
        }
        guard before.allSatisfy(\.isWhitespace), error.message.contains("Unexpected Name") else { return "" }
        let word = String(rest.prefix { $0.isLetter })
        if ["model", "class", "struct", "table", "entity"].contains(word) {
            return " A model is written as type NAME @model { … }."
        }
        return NearestName.similar(to: word, among: keywords).map(NameHints.question)
            ?? " A definition begins with \(keywords.joined(separator: ", "))."
    }

    /// Whether a text has no definition, only comments and blanks.
    static func isBlank(_ text: String) -> Bool {
        text.split(whereSeparator: \.isNewline).allSatisfy { line in
            line.first { !$0.isWhitespace && $0 != "," && $0 != "\u{FEFF}" }.map { $0 == "#" } ?? true
        }
    }

    /// A sentence about the last brace that is not closed at the end of a line, after a blank; empty if there is none.
    private static func unclosed(in text: String, through last: Int) -> String {
        OpenBraces(in: text, through: last).lines.last.map { " The { in line \($0) is not closed." } ?? ""
    }

    private static let keywords = [
        "type", "enum", "input", "interface", "union", "scalar", "extend", "schema", "directive",
    ]

    /// The parts of a line before and after a place, the second one begins at the place and is cut.
    private static func line(_ location: SourceLocation, in text: String) -> (before: Substring, rest: Substring)? {
        let lines = text.split(
            maxSplits: max(0, location.line), omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard location.line > 0, location.line <= lines.count else { return nil }
        let line = lines[location.line - 1].prefix(1_000)
        let before = line.prefix(location.column - 1)
        return (before, line[before.endIndex...].prefix(100))
    }
}
