// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension TypeDeclaration {
    var lines: [String] {
        switch self {
        case .structure(let declaration): declaration.lines
        case .words(let declaration): declaration.lines
        }
    }
}

extension StructureDeclaration {
    var lines: [String] {
        let conformances = "WireStructure" + (isSensitive ? ", SensitiveStructure" : "")
        let opening = "package struct \(name): \(conformances) {"
        guard !properties.isEmpty else { return [opening] + emptyBody + ["}"] }
        return [opening] + variables + [""] + initialisers + [""] + exchange + ["}"]
    }

    private var emptyBody: [String] {
        [
            "    package init() {}",
            "    package init(absent: Void) {}",
            "    package mutating func exchange(_ wire: inout WireExchange) {}",
        ]
    }

    private var variables: [String] {
        properties.map { "    package var \($0.name): \($0.typeText)" + ($0.isRequired ? " = .absent" : "") }
    }

    private var initialisers: [String] {
        let parameters = properties.map { "\($0.name): \($0.typeText)" + ($0.isRequired ? "" : " = nil") }
        return ["    package init(absent: Void) {}"]
            + SwiftText.list("package init(", parameters, ") {", indent: "    ") + assignments + ["    }"]
    }

    /// One assignment a line, or several where a structure is long.
    private var assignments: [String] {
        SwiftText.groups(properties.map(\.name), width: SwiftText.width - 16) { names in
            names.map { "self.\($0)" }.joined(separator: ", ") + names.joined(separator: ", ")
        }.map { names in
            guard names.count > 1 else { return "        self.\(names[0]) = \(names[0])" }
            let targets = names.map { "self.\($0)" }.joined(separator: ", ")
            return "        (\(targets)) = (\(names.joined(separator: ", ")))"
        }
    }

    private var exchange: [String] {
        let lines = properties.map { property in
            let method = property.isRequired ? "required" : "optional"
            let rule = property.rule.map { ", Rules.\(Naming.escaped($0))" } ?? ""
            return "        wire.\(method)(\"\(property.wireName)\", &\(property.name)\(rule))"
        }
        return ["    package mutating func exchange(_ wire: inout WireExchange) {"] + lines + ["    }"]
    }
}

extension WordsDeclaration {
    var lines: [String] {
        let names = words.map { Naming.escaped(Naming.word($0)) }
        let constants = zip(names, words).map { name, word in
            "    package static let \(name) = Self(rawValue: \(SwiftText.literal(word)))"
        }
        let all = SwiftText.list(
            "package static let allValues: [Self] = [", names.map { ".\($0)" }, "]", indent: "    ")
        return [
            "package struct \(name): OpenValue {", "    package let rawValue: String",
            "    package init(rawValue: String) { self.rawValue = rawValue }", "",
        ] + constants + all + ["}"]
    }
}
