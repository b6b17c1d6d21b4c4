// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A file to be written.
struct SourceFile: Equatable {
    /// The path below the folder of all generated targets.
    var path: String
    /// The models it comes from.
    var models: [String]
    /// The modules that it imports for its package-wide signatures.
    var packageImports: Set<String>
    /// The modules that it imports for its own use.
    var internalImports: Set<String>
    var body: Body

    enum Body: Equatable {
        case operation(OperationDeclaration, [TypeDeclaration])
        case type(TypeDeclaration)
        case rules([RuleDeclaration])
        case serviceProtocol(ServiceDeclaration)
        case callers(ServiceDeclaration)
        case table(ServiceDeclaration)
        case identities([IdentityDeclaration])
        case faultCodes([FaultCodeDeclaration])
    }
}

extension SourceFile {
    /// Imports the modules that the types and signatures of a file need.
    mutating func addImports(
        types: [TypeDeclaration], signature: [String?], _ module: Module, _ appTypes: Set<String>
    ) {
        let properties = types.flatMap(\.properties)
        if properties.contains(where: \.type.needsFoundation) { packageImports.insert("Foundation") }
        if isFreeOfWireSignatures {
            packageImports.remove("GatehouseWire")
            internalImports.insert("GatehouseWire")
        }
        guard module != .app else { return }
        let used = properties.map(\.type.core.text) + signature.compactMap { $0 }
        if used.contains(where: appTypes.contains) { packageImports.insert(Module.app.rawValue) }
    }

    /// Imports a target for the file's own use, unless it is imported already.
    mutating func addInternalImport(_ name: String?) {
        guard let name, !packageImports.contains(name) else { return }
        internalImports.insert(name)
    }

    /// Whether only conformances use the wire types; then an internal import is enough.
    private var isFreeOfWireSignatures: Bool {
        switch body {
        case .operation(let operation, let types): operation.output != nil && types.allSatisfy(\.isWords)
        case .type(let type): type.isWords
        default: false
        }
    }

    /// The names of the types that the file declares.
    var declaredTypes: [String] {
        switch body {
        case .operation(let operation, let types): [operation.enumName] + types.map(\.name)
        case .type(let type): [type.name]
        case .serviceProtocol(let service): [service.protocolName, service.kindName]
        case .table(let service): [service.tableName]
        case .callers, .rules, .identities, .faultCodes: []
        }
    }
}

extension TypeDeclaration {
    /// Whether the type is an enumeration.
    var isWords: Bool {
        if case .words = self { true } else { false }
    }

    /// The properties, if the type is a structure.
    var properties: [PropertyDeclaration] {
        switch self {
        case .structure(let declaration): declaration.properties
        case .words: []
        }
    }
}

extension FaultCodeDeclaration {
    /// The codes of the models that the wire declares itself, since protocols use them, too.
    static let declaredByWire = ["accessDenied", "expiredToken", "internalError", "validation"]
}
