// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
package import GatehouseWire

/// Checks the attributes of a request against the schema of a pool.
package enum UserAttributes {
    /// The caller that writes attributes.
    package enum Writer {
        /// An app client, which may write only its `WriteAttributes`.
        case client(AppClientRecord)
        case administrator
    }

    /// The maximum length of a value, and of its lower-case form, in bytes of UTF-8.
    package static let mostBytes = 2_048

    /// The boolean attributes that tell whether an address or number is verified.
    private static let flags: Set<String> = ["email_verified", "phone_number_verified"]

    /// Returns the request's attributes by name, without empty values; verification flags become lower-case `true` or
    /// `false`.
    ///
    /// - Throws: the service's faults for attributes that are unknown, malformed, or not writable by the writer.
    package static func checked(
        _ attributes: [AttributeType]?, for pool: UserPoolRecord, by writer: Writer
    ) throws(ServiceFault) -> [String: String] {
        var values: [String: String] = [:]
        var complaints = ""
        for attribute in attributes ?? [] {
            let value = attribute.value ?? ""
            complaints += try complaint(about: attribute.name, value, in: pool, by: writer) ?? ""
            guard !value.isEmpty else { continue }
            values[attribute.name] = flags.contains(attribute.name) ? value.lowercased() : value
        }
        guard complaints.isEmpty else { throw nonconforming(complaints) }
        return values
    }

    /// Checks that each required attribute has a value.
    ///
    /// - Throws: `InvalidParameterException` with the names of all that have none.
    package static func checkRequired(_ values: [String: String], for pool: UserPoolRecord) throws(ServiceFault) {
        var complaints = ""
        for attribute in pool.description.schemaAttributes ?? [] where attribute.required == true {
            guard let name = attribute.name, name != "sub", values[name] == nil else { continue }
            complaints += "\(name): The attribute is required\n"
        }
        guard complaints.isEmpty else { throw nonconforming(complaints) }
    }

    /// Returns the attributes as `GetUser` lists them, the `sub` first.
    package static func listed(_ user: UserRecord) -> [AttributeType] {
        let others = user.attributes.sorted { $0.key < $1.key }.map { AttributeType(name: $0.key, value: $0.value) }
        return [AttributeType(name: "sub", value: user.sub)] + others
    }

    private static func nonconforming(_ complaints: String) -> ServiceFault {
        .invalidParameter("Attributes did not conform to the schema: \(complaints)")
    }

    /// Returns a line that describes an invalid value, or `nil`; throws the faults that end the request at once.
    private static func complaint(
        about name: String, _ value: String, in pool: UserPoolRecord, by writer: Writer
    ) throws(ServiceFault) -> String? {
        guard let schema = (pool.description.schemaAttributes ?? []).first(where: { $0.name == name }) else {
            return "Type for attribute {\(name)} could not be determined\n"
        }
        try checkPermission(name, schema: schema, writer: writer)
        guard !value.utf8.contains(0) else { return "\(name): Attribute value contains a zero character\n" }
        switch name {
        case "email" where !value.isEmpty && !isEmailAddress(value):
            throw .invalidParameter("Invalid email address format.")
        case "phone_number" where !value.isEmpty && !isPhoneNumber(value):
            throw .invalidParameter("Invalid phone number format.")
        default:
            return limitComplaint(name, value, schema)
        }
    }

    private static func checkPermission(
        _ name: String, schema: SchemaAttributeType, writer: Writer
    ) throws(ServiceFault) {
        guard name != "sub" else {
            throw .invalidParameter("Cannot modify the non-mutable attribute sub")
        }
        guard case .client(let client) = writer else { return try refuseIdentities(name) }
        guard
            !flags.contains(name), name != IdentitiesAttribute.name, schema.developerOnlyAttribute != true,
            client.mayWrite(name)
        else {
            throw ServiceFault(.notAuthorized, "A client attempted to write unauthorized attribute")
        }
    }

    /// Refuses the attribute `identities`, which only links between users and providers change.
    ///
    /// - Throws: `InvalidParameterException` for it.
    package static func refuseIdentities(_ name: String) throws(ServiceFault) {
        guard name != IdentitiesAttribute.name else {
            throw .invalidParameter("Cannot modify the non-mutable attribute \(name)")
        }
    }

    private static func limitComplaint(_ name: String, _ value: String, _ schema: SchemaAttributeType) -> String? {
        guard !value.isEmpty else { return nil }
        let length = value.unicodeScalars.count
        let maximum = schema.stringAttributeConstraints?.maxLength.flatMap { Int($0) } ?? mostBytes
        let minimum = schema.stringAttributeConstraints?.minLength.flatMap { Int($0) } ?? 0
        if length > maximum { return "\(name): String must be no longer than \(maximum) characters\n" }
        if isTooLong(value) { return "\(name): String must be no longer than \(mostBytes) bytes\n" }
        if length < minimum { return "\(name): String must be at least \(minimum) characters\n" }
        switch schema.attributeDataType {
        case .some(.boolean) where !["true", "false"].contains(value.lowercased()):
            return "\(name): Attribute value must be a boolean\n"
        case .some(.number):
            return numberComplaint(name, value, schema)
        default:
            return nil
        }
    }

    /// Whether a value, or its lower-case form, has more bytes than every database can index.
    ///
    /// Some letters have longer lower-case forms.
    private static func isTooLong(_ value: String) -> Bool {
        value.utf8.count > mostBytes || value.lowercased().utf8.count > mostBytes
    }

    private static func numberComplaint(_ name: String, _ value: String, _ schema: SchemaAttributeType) -> String? {
        guard let number = Double(value), number.isFinite else {
            return "\(name): Attribute value must be a number\n"
        }
        let limits = schema.numberAttributeConstraints
        if let most = limits?.maxValue, let limit = Double(most), number > limit {
            return "\(name): Number must be no greater than \(most)\n"
        }
        if let least = limits?.minValue, let limit = Double(least), number < limit {
            return "\(name): Number must be at least \(least)\n"
        }
        return nil
    }

    /// Returns whether a text has the form of an e-mail address: one part, an at sign and a domain, without spaces.
    package static func isEmailAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
        return text.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 && $0 != "," && $0 != ";" }
            && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".")
    }

    /// Returns whether a text is a phone number in E.164: a plus sign and 2 to 15 digits.
    package static func isPhoneNumber(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.hasPrefix("+") && (2...15).contains(digits.count)
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

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
