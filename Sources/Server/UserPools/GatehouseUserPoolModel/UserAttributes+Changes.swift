// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseWire

extension UserAttributes {
    /// Returns the values by name that a request sets on an existing user; an empty value deletes the attribute.
    ///
    /// - Throws: the service's faults for attributes that are unknown, immutable, required, malformed, or not writable
    ///   by the writer.
    package static func changes(
        _ attributes: [AttributeType], in pool: UserPoolRecord, by writer: Writer
    ) throws(ServiceFault) -> [String: String] {
        let schema = pool.schemaByName
        for attribute in attributes {
            guard let known = schema[attribute.name] else {
                throw .invalidParameter("user.\(attribute.name): Attribute does not exist in the schema.")
            }
            try checkIsMutable(attribute.name, known)
        }
        _ = try checked(attributes, for: pool, by: writer)
        let values = Dictionary(attributes.map { ($0.name, $0.value ?? "") }) { $1 }
        try checkRemovable(values.filter(\.value.isEmpty).keys.sorted(), schema)
        return values
    }

    /// Returns the change that removes these attributes.
    ///
    /// - Throws: the service's faults for attributes that are unknown, immutable or required.
    package static func removals(
        _ names: [String], in pool: UserPoolRecord
    ) throws(ServiceFault) -> [String: String] {
        let schema = pool.schemaByName
        let unknown = names.filter { schema[$0] == nil }
            .map { "user.\($0): Attribute does not exist in the schema.\n" }
        guard unknown.isEmpty else { throw .invalidParameter("Invalid user attributes: \(unknown.joined())") }
        for name in names {
            if let known = schema[name] { try checkIsMutable(name, known) }
        }
        try checkRemovable(names, schema)
        return Dictionary(names.map { ($0, "") }) { $1 }
    }

    private static func checkIsMutable(_ name: String, _ schema: SchemaAttributeType) throws(ServiceFault) {
        guard name != "sub" else { throw .invalidParameter("Cannot modify the non-mutable attribute sub") }
        guard schema.mutable ?? true else { throw .invalidParameter("user.\(name): Attribute cannot be updated.") }
    }

    private static func checkRemovable(
        _ names: [String], _ schema: [String: SchemaAttributeType]
    ) throws(ServiceFault) {
        let required = names.filter { schema[$0]?.required == true }
            .map { "\($0): The attribute is required\n" }
        guard required.isEmpty else {
            throw .invalidParameter("Attributes did not conform to the schema: \(required.joined())")
        }
    }
}

extension UserPoolRecord {
    fileprivate var schemaByName: [String: SchemaAttributeType] {
        let named = (description.schemaAttributes ?? []).compactMap { attribute in
            attribute.name.map { ($0, attribute) }
        }
        return Dictionary(named) { first, _ in first }
    }
}
