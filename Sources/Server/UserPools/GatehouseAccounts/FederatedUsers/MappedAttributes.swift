// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// The mapping of a provider's claims to the attributes of a user, which each sign-in applies.
struct MappedAttributes: Sendable {
    /// The claims by the names that the mapping has.
    let claims: [WireName: WireValue]
    /// The names of claims by the names of attributes.
    let mapping: [String: String]
    let client: AppClientRecord
    let pool: UserPoolRecord

    /// The attributes with a flag that tells whether they are verified.
    private static let channels = ["email", "phone_number"]

    /// Returns the attributes of a new user.
    /// - Throws: as ``applied(to:)``.
    func ofNewUser() throws(ServiceFault) -> [String: String] {
        try applied(to: [:], isNew: true)
    }

    /// Returns the attributes of a user after a sign-in; claims that are missing leave their attributes as they are.
    ///
    /// - Throws: `InvalidParameterException` for a required attribute without a value, for a change of an immutable one,
    ///   and for a value that the schema does not allow.
    func applied(to former: [String: String]) throws(ServiceFault) -> [String: String] {
        try applied(to: former, isNew: false)
    }

    private func applied(to former: [String: String], isNew: Bool) throws(ServiceFault) -> [String: String] {
        let schema = Dictionary(
            (pool.description.schemaAttributes ?? []).compactMap { attribute in attribute.name.map { ($0, attribute) } }
        ) { first, _ in first }
        let changes = self.changes(of: former, in: schema)
        if !isNew {
            for name in changes.keys.sorted() where schema[name]?.mutable == false {
                throw .invalidParameter("user.\(name): Attribute cannot be updated.")
            }
        }
        _ = try UserAttributes.checked(
            changes.map { AttributeType(name: $0.key, value: $0.value) }, for: pool, by: .administrator)
        var values = former.merging(changes) { $1 }.filter { !$0.value.isEmpty }
        markVerification(in: &values, changes)
        try checkRequired(values, schema)
        return values
    }

    /// The values that differ from the former ones; empty for attributes that a blank claim clears.
    private func changes(
        of former: [String: String], in schema: [String: SchemaAttributeType]
    ) -> [String: String] {
        var changes: [String: String] = [:]
        for (name, claim) in mapping where schema[name] != nil && isWritable(name) {
            guard let text = claims[claim].flatMap(Self.text) else { continue }
            let isFlag = Self.channels.contains { name == $0 + "_verified" }
            let value = isFlag ? (text.lowercased() == "true" ? "true" : "false") : text
            let isBlank = value.allSatisfy(\.isWhitespace)
            guard value != former[name] ?? "", !isBlank || former[name] != nil else { continue }
            changes[name] = isBlank ? "" : value
        }
        return changes
    }

    /// Whether the client may write an attribute; flags go with the attributes that they are about.
    private func isWritable(_ name: String) -> Bool {
        guard name != IdentitiesAttribute.name, name != "sub" else { return false }
        let channel = Self.channels.first { name == $0 + "_verified" }
        return client.mayWrite(channel ?? name)
    }

    /// Marks an address or number that has changed as unverified, unless a claim says that it is.
    private func markVerification(in values: inout [String: String], _ changes: [String: String]) {
        for channel in Self.channels {
            let flag = channel + "_verified"
            if values[channel] == nil {
                values[flag] = nil
            } else if changes[channel] != nil {
                values[flag] = mappedFlag(flag)
            }
        }
    }

    private func mappedFlag(_ flag: String) -> String {
        guard isWritable(flag), let claim = mapping[flag] else { return "false" }
        return claims[claim].flatMap(Self.text)?.lowercased() == "true" ? "true" : "false"
    }

    private func checkRequired(
        _ values: [String: String], _ schema: [String: SchemaAttributeType]
    ) throws(ServiceFault) {
        let missing = schema.values.filter { $0.required == true }.compactMap(\.name)
            .filter { $0 != "sub" && values[$0] == nil }.sorted()
        guard missing.isEmpty else {
            throw .invalidParameter("attributes required: [\(missing.joined(separator: ", "))]")
        }
    }

    /// The text of a claim; `nil` for a claim without a value.
    ///
    /// Several values become a list in brackets whose items are encoded as in forms.
    static func text(_ claim: WireValue) -> String? {
        switch claim {
        case .null: nil
        case .string(let text): text
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .double, .object: String(decoding: claim.jsonBytes(), as: UTF8.self)
        case .array(let values):
            switch values.count {
            case 0: ""
            case 1: text(values[0])
            default: "[" + values.compactMap(text).map(formEncoded).joined(separator: ", ") + "]"
            }
        }
    }

    private static func formEncoded(_ text: String) -> String {
        PercentEncoding.encode(text).replacing("%20", with: "+")
    }
}
