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

extension OperationDeclaration {
    /// The operation as a type.
    var lines: [String] {
        let signing = statesSigning ? ["    package static let isSigned = \(isSigned)"] : []
        return [
            "package enum \(enumName): \(kindName) {",
            "    package typealias Input = \(input)",
            "    package typealias Output = \(output ?? "NoOutput")",
            "    package static let name = \"\(name)\"",
        ] + signing + ["}"]
    }

    /// The method's signature in the service protocol.
    var signature: String {
        let result = output.map { " -> \($0)" } ?? ""
        return "func \(Naming.escaped(methodName))(_ request: \(input)) async throws(ServiceFault)\(result)"
    }

    /// The method for an `OperationCaller`.
    var callerLines: [String] {
        [
            "    package \(signature) {",
            "        \(output == nil ? "_ = " : "")try await call(\(enumName).self, request)",
            "    }",
        ]
    }

    /// The operation in the table of its service.
    var handlerLine: String {
        let label = output == nil ? "silent: " : ""
        let method = Naming.escaped(methodName)
        return "        OperationHandler(\(label)\(enumName).self, .\(rateClass.rawValue)) { $0.\(method) },"
    }
}

extension ServiceDeclaration {
    /// The service protocol, and what its operations have in common.
    var protocolLines: [String] {
        [
            "/// A method for each operation of \(endpoint) that this target holds.",
            "package protocol \(protocolName): Sendable {",
        ] + operations.map { "    " + $0.signature } + ["}", ""] + kindLines
    }

    private var kindLines: [String] {
        let signing = isSigned.map { ["    package static var isSigned: Bool { \($0) }"] } ?? []
        return [
            "/// An operation of `\(protocolName)`.",
            "package protocol \(kindName): ServiceOperation {}",
            "",
            "extension \(kindName) {",
            "    package static var service: ServiceIdentity { .\(identityName) }",
        ] + signing + ["}"]
    }

    /// The service protocol's methods for an `OperationCaller`.
    var callerLines: [String] {
        [
            "/// The methods of `\(protocolName)` for every type that can call any operation.",
            "extension \(protocolName) where Self: OperationCaller {",
        ] + operations.flatMap(\.callerLines) + ["}"]
    }

    /// The table of operations.
    var tableLines: [String] {
        let handler = "OperationHandler<any \(protocolName)>"
        return [
            "/// The operations of `\(protocolName)` by their names.",
            "package enum \(tableName) {",
            "    package static let table = [String: \(handler)](operations: handlers)",
            "",
            "    private static let handlers: [\(handler)] = [",
        ] + operations.map(\.handlerLine) + ["    ]", "}"]
    }
}

extension [RuleDeclaration] {
    /// The constraints as constants, each compiled once.
    var lines: [String] {
        ["/// The constraints of the models.", "enum Rules {"] + flatMap(\.lines) + ["}"]
    }
}

extension RuleDeclaration {
    fileprivate var lines: [String] {
        let call = "WireRule" + (factory.map { ".\($0)" } ?? "")
        let opening = "static let \(Naming.escaped(name)) = \(call)("
        return SwiftText.list(opening, arguments, ")", indent: "    ")
    }
}

extension [FaultCodeDeclaration] {
    /// The faults as constants.
    var lines: [String] {
        let constants = map { "    package static let \(Naming.escaped($0.name)): Self = \"\($0.rawValue)\"" }
        return ["// The faults that the models declare.", "extension ServiceFault.Code {"] + constants + ["}"]
    }
}

extension [IdentityDeclaration] {
    /// The services as constants.
    var lines: [String] {
        ["extension ServiceIdentity {"] + map(\.lines).joined(separator: [""]) + ["}"]
    }
}

extension IdentityDeclaration {
    fileprivate var lines: [String] {
        [
            "    /// The service \(metadata.endpointPrefix).",
            "    package static let \(name) = ServiceIdentity(",
            "        targetPrefix: \(Self.optional(metadata.targetPrefix)),",
            "        signingName: \"\(metadata.endpointPrefix)\",",
            "        form: .\(metadata.form),",
            "        version: \"\(metadata.version)\",",
            "        xmlNamespace: \(Self.optional(metadata.xmlNamespace)),",
            "        validationCode: \"\(validationCode)\"",
            "    )",
        ]
    }

    private static func optional(_ text: String?) -> String {
        text.map(SwiftText.literal) ?? "nil"
    }
}
