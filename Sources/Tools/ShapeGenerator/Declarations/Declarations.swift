// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A generated type.
enum TypeDeclaration: Equatable {
    case structure(StructureDeclaration)
    case words(WordsDeclaration)

    var name: String {
        switch self {
        case .structure(let declaration): declaration.name
        case .words(let declaration): declaration.name
        }
    }
}

/// A request, a response or a part of one.
struct StructureDeclaration: Equatable {
    var name: String
    var properties: [PropertyDeclaration]
    var isSensitive: Bool
}

/// A member of a structure.
struct PropertyDeclaration: Equatable {
    var wireName: String
    var type: SwiftType
    var isRequired: Bool
    /// The constant that holds its rule, if it has one.
    var rule: String?

    var name: String { Naming.escaped(Naming.lowerCamel(wireName)) }
    var typeText: String { type.text + (isRequired ? "" : "?") }
}

/// An enumeration that is open on the wire.
struct WordsDeclaration: Equatable {
    var name: String
    var words: [String]
}

/// A constraint, as a constant.
struct RuleDeclaration: Equatable {
    var name: String
    /// The factory of collections, nothing for scalars.
    var factory: String?
    /// The arguments, written out.
    var arguments: [String]
}

/// An operation with its names.
struct OperationDeclaration: Equatable {
    var name: String
    /// The name that precedes `Operation` in the type, and names the file.
    var typeName: String
    var input: String
    var output: String?
    var isSigned: Bool
    /// Whether the operations of its protocol differ in that, so that each has to say so.
    var statesSigning: Bool
    var rateClass: RateClass
    var protocolName: String
    /// The protocol of the operation's type.
    var kindName: String

    var methodName: String { Naming.lowerCamel(name) }
    var enumName: String { typeName + "Operation" }
}

/// A service protocol with its table.
struct ServiceDeclaration: Equatable {
    var protocolName: String
    var tableName: String
    /// The protocol of its operations' types.
    var kindName: String
    /// The service's name in host names.
    var endpoint: String
    var identityName: String
    /// Whether callers need AWS credentials, if that is so for all operations or for none.
    var isSigned: Bool?
    var operations: [OperationDeclaration]
}

/// A static member of `ServiceIdentity`.
struct IdentityDeclaration: Equatable {
    var name: String
    var metadata: ServiceModel.Metadata
    var validationCode: String
}

/// A static member of `ServiceFault.Code`.
struct FaultCodeDeclaration: Equatable {
    var name: String
    var rawValue: String
}

/// The Swift type of a value of a model.
indirect enum SwiftType: Equatable {
    case string
    case integer
    case long
    case boolean
    case date
    case data
    case document
    case list(SwiftType)
    case map(SwiftType)
    /// A generated type.
    case generated(String)

    /// The type as it is written.
    var text: String {
        switch self {
        case .string: "String"
        case .integer: "Int"
        case .long: "Int64"
        case .boolean: "Bool"
        case .date: "Date"
        case .data: "Data"
        case .document: "WireValue"
        case .list(let element): "[\(element.text)]"
        case .map(let value): "[String: \(value.text)]"
        case .generated(let name): name
        }
    }

    /// The innermost type: the element type of a list or map.
    var core: SwiftType {
        switch self {
        case .list(let part), .map(let part): part.core
        default: self
        }
    }

    /// Whether the type is Foundation's.
    var needsFoundation: Bool { core == .date || core == .data }
}
