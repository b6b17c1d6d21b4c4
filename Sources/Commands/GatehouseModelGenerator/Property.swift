// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL

/// A property of a generated type.
struct Property {
    /// What the values are.
    enum Kind: Equatable {
        /// Values of a scalar type.
        case scalar(SwiftScalar)
        /// Values of an enum.
        case enumeration
        /// Values of a plain type.
        case plain
        /// Other records.
        case relation(Association)

        /// The Swift type of one value; `nil` if it has the name of the schema's type.
        var leaf: String? {
            if case .scalar(let scalar) = self { scalar.type } else { nil }
        }
    }

    /// The name in the schema.
    var name: String
    /// The type in the schema.
    var type: GraphQLType
    /// The Swift type of one value, inside all lists.
    var leaf: String
    var kind: Kind
    /// Whether the property always has a value.
    var isRequired: Bool
    /// Whether only the server gives the value.
    var isReadOnly = false
    /// Whether the property is part of the primary key, and so never changes.
    var isKey = false

    /// The name in Swift.
    var identifier: String { SwiftName.escaped(name) }

    /// The relation, if values are other records.
    var association: Association? {
        if case .relation(let association) = kind { association } else { nil }
    }

    /// Whether the value is one other record, which is loaded when it is read.
    var isReference: Bool { association.map { $0.kind != .hasMany } ?? false }

    /// Whether the value is a list that is stored inside the record.
    var isStoredList: Bool {
        guard association == nil, case .list = type.nullable else { return false }
        return true
    }

    /// The name of the stored property.
    var storage: String { isReference ? "_\(name)" : identifier }

    /// The Swift type without the question mark of an optional one.
    var valueType: String {
        switch association?.kind {
        case .hasMany: "List<\(SwiftName.escaped(leaf))>"
        case .hasOne, .belongsTo: SwiftName.escaped(leaf)
        case nil: Self.swiftType(.nonNull(type.nullable), leaf: SwiftName.escaped(leaf))
        }
    }

    /// The Swift type.
    var swiftType: String { isRequired ? valueType : valueType + "?" }

    /// The Swift type of the elements of a stored list, which is that of the value if it is not a list.
    var elementType: String {
        guard case .list(let element) = type.nullable else { return valueType }
        return Self.swiftType(.nonNull(element.nullable), leaf: SwiftName.escaped(leaf))
    }

    private static func swiftType(_ type: GraphQLType, leaf: String) -> String {
        switch type {
        case .nonNull(.list(let element)): "[\(swiftType(element, leaf: leaf))]"
        case .nonNull: leaf
        case .named, .list: swiftType(.nonNull(type), leaf: leaf) + "?"
        }
    }

    /// The property as a parameter of an initializer, with its default value.
    var parameter: String {
        let value: String?
        if name == "id", kind == .scalar(.string), !isStoredList {
            value = "UUID().uuidString"
        } else if isStoredList || association?.kind == .hasMany {
            value = "[]"
        } else {
            value = isRequired ? nil : "nil"
        }
        return "\(SwiftName.parameter(name)): \(swiftType)" + (value.map { " = \($0)" } ?? "")
    }
}

/// The Swift type of a scalar type.
enum SwiftScalar: String {
    case string
    case int
    case double
    case bool
    case date
    case time
    case dateTime

    init?(_ name: String) {
        switch name {
        case "ID", "String", "AWSEmail", "AWSJSON", "AWSURL", "AWSPhone", "AWSIPAddress": self = .string
        case "Int", "AWSTimestamp": self = .int
        case "Float": self = .double
        case "Boolean": self = .bool
        case "AWSDate": self = .date
        case "AWSTime": self = .time
        case "AWSDateTime": self = .dateTime
        default: return nil
        }
    }

    /// The type of values.
    var type: String {
        switch self {
        case .string: "String"
        case .int: "Int"
        case .double: "Double"
        case .bool: "Bool"
        case .date: "Temporal.Date"
        case .time: "Temporal.Time"
        case .dateTime: "Temporal.DateTime"
        }
    }

    /// The method of `ModelPath` for values of the type.
    var path: String { rawValue.lowercased() }
}
