// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Swift's spelling of the names in a schema.
enum SwiftName {
    /// A name where Swift expects an identifier: a keyword is put in backticks.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// A name in a list of parameters, where Swift allows keywords but those that have a meaning there.
    static func parameter(_ name: String) -> String {
        ["_", "inout", "let", "var"].contains(name) ? "`\(name)`" : name
    }

    /// A name in a list of arguments, where Swift allows more keywords.
    static func argument(_ name: String) -> String { ["_", "inout"].contains(name) ? "`\(name)`" : name }

    /// A text as a literal on one line.
    static func literal(_ text: String) -> String {
        var spelled = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "\"": spelled += "\\\(scalar)"
            case "\n": spelled += "\\n"
            case "\r": spelled += "\\r"
            case "\t": spelled += "\\t"
            default: spelled += scalar.properties.generalCategory == .control ? unicode(scalar) : "\(scalar)"
            }
        }
        return "\"\(spelled)\""
    }

    private static func unicode(_ scalar: Unicode.Scalar) -> String { "\\u{\(String(scalar.value, radix: 16))}" }

    /// Texts as a literal of a list.
    static func list(_ texts: [String]) -> String { "[\(texts.map(literal).joined(separator: ", "))]" }

    /// The case of an enum's value: its words in camel case, for example `inProgress` for `IN_PROGRESS`.
    static func enumCase(_ value: String) -> String {
        let words = words(of: value)
        var name = ""
        for (position, word) in words.enumerated() {
            let isNumber = word.first?.isNumber ?? false
            // Two numbers in sequence stay apart, and no identifier begins with a digit.
            if isNumber { name += "_" }
            let rest = word.dropFirst().lowercased()
            name += (position == 0 ? word.prefix(1).lowercased() : word.prefix(1).uppercased()) + rest
        }
        return name.isEmpty ? value : name
    }

    /// The words of a name: they begin at a capital after a small letter or a digit, at the last capital before a small
    /// letter, and after underscores.
    private static func words(of name: String) -> [String] {
        let characters = Array(name)
        var words = [""]
        for (position, character) in characters.enumerated() {
            if character == "_" {
                words.append("")
                continue
            }
            if character.isUppercase, position > 0 {
                let former = characters[position - 1]
                let next = position + 1 < characters.count ? characters[position + 1] : nil
                let begins = former.isLowercase || former.isNumber || (former.isUppercase && next?.isLowercase == true)
                if begins { words.append("") }
            }
            words[words.count - 1].append(character)
        }
        return words.filter { !$0.isEmpty }
    }

    /// Words that Swift does not accept as identifiers in some place where generated code has a name.
    private static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "_", "actor", "as", "associatedtype", "async", "await", "break", "case",
        "catch", "class", "continue", "convenience", "default", "defer", "deinit", "didSet", "do", "dynamic", "else",
        "enum", "extension", "fallthrough", "false", "fileprivate", "final", "for", "func", "get", "guard", "if",
        "import", "in", "indirect", "infix", "init", "inout", "internal", "is", "lazy", "let", "mutating", "nil",
        "none",
        "nonmutating", "open", "operator", "optional", "override", "package", "postfix", "precedencegroup", "prefix",
        "private", "protocol", "public", "repeat", "required", "rethrows", "return", "self", "set", "some", "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "unowned", "var",
        "weak", "where", "while", "willSet",
    ]
}

extension [String] {
    /// The lines, moved to the right; empty lines stay empty.
    func indented(by levels: Int = 1) -> [String] {
        let blanks = String(repeating: "  ", count: levels)
        return map { $0.isEmpty ? $0 : blanks + $0 }
    }

    /// The elements on lines of their own, with a comma after each but the last.
    var separated: [String] { enumerated().map { $0.offset == count - 1 ? $0.element : $0.element + "," } }

    /// The lines as the text of a file.
    var fileText: String { joined(separator: "\n") + "\n" }

    /// The first lines of each generated file, which switch a linter off.
    static let fileStart = ["// swiftlint:disable all", "import Amplify", "import Foundation", ""]
}
