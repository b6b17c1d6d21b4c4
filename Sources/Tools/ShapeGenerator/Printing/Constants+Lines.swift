// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
