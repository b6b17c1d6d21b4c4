// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

/// The attributes of a pool: the standard ones and the custom ones.
package enum UserPoolSchema {
    private static let maximumOfCustom = 50

    /// The standard attributes as `DescribeUserPool` returns them.
    package static let standard: [SchemaAttributeType] =
        [
            "profile", "address", "birthdate", "gender", "preferred_username", "updated_at", "website", "picture",
            "identities", "sub", "phone_number", "phone_number_verified", "zoneinfo", "locale", "email",
            "email_verified", "given_name", "family_name", "middle_name", "name", "nickname",
        ].map(standardAttribute)

    /// Returns the standard attributes with a request's changes, followed by its custom attributes.
    ///
    /// - Throws: `InvalidParameterException` for an invalid custom attribute, or for an invalid change of a standard
    ///   attribute.
    package static func attributes(
        extendedBy requested: [SchemaAttributeType]
    ) throws(ServiceFault) -> [SchemaAttributeType] {
        var attributes = standard
        for attribute in requested {
            if let index = attributes.firstIndex(where: { $0.name == attribute.name }) {
                attributes[index] = try changed(attributes[index], by: attribute)
            } else {
                attributes.append(try custom(attribute, beside: attributes))
            }
        }
        return attributes
    }

    /// Returns the attributes of a pool, followed by new custom attributes.
    ///
    /// - Throws: `InvalidParameterException` for an invalid custom attribute, or for too many.
    package static func attributes(
        _ present: [SchemaAttributeType], withCustom requested: [SchemaAttributeType]
    ) throws(ServiceFault) -> [SchemaAttributeType] {
        var attributes = present
        for attribute in requested { attributes.append(try custom(attribute, beside: attributes)) }
        guard attributes.count <= standard.count + maximumOfCustom else {
            throw .invalidParameter("A user pool can have at most \(maximumOfCustom) custom attributes.")
        }
        return attributes
    }

    private static func standardAttribute(_ name: String) -> SchemaAttributeType {
        var attribute = SchemaAttributeType(
            name: name, attributeDataType: .string, developerOnlyAttribute: false, mutable: name != "sub",
            required: name == "sub")
        switch name {
        case "updated_at":
            attribute.attributeDataType = .number
            attribute.numberAttributeConstraints = NumberAttributeConstraintsType(minValue: "0")
        case "email_verified", "phone_number_verified":
            attribute.attributeDataType = .boolean
        case "identities":
            attribute.stringAttributeConstraints = StringAttributeConstraintsType()
        case "birthdate":
            attribute.stringAttributeConstraints = StringAttributeConstraintsType(minLength: "10", maxLength: "10")
        case "sub":
            attribute.stringAttributeConstraints = StringAttributeConstraintsType(minLength: "1", maxLength: "2048")
        default:
            attribute.stringAttributeConstraints = StringAttributeConstraintsType(minLength: "0", maxLength: "2048")
        }
        return attribute
    }

    private static func changed(
        _ attribute: SchemaAttributeType, by requested: SchemaAttributeType
    ) throws(ServiceFault) -> SchemaAttributeType {
        let name = attribute.name ?? ""
        guard
            requested.attributeDataType.map({ $0 == attribute.attributeDataType }) ?? true,
            requested.developerOnlyAttribute != true
        else {
            throw .invalidParameter(
                "You can not change AttributeDataType or set developerOnlyAttribute for standard schema attribute "
                    + name)
        }
        var result = attribute
        result.required = requested.required ?? attribute.required
        result.mutable = requested.mutable ?? attribute.mutable
        result.stringAttributeConstraints =
            requested.stringAttributeConstraints ?? attribute.stringAttributeConstraints
        result.numberAttributeConstraints =
            requested.numberAttributeConstraints ?? attribute.numberAttributeConstraints
        return try fitted(result)
    }

    private static func custom(
        _ requested: SchemaAttributeType, beside present: [SchemaAttributeType]
    ) throws(ServiceFault) -> SchemaAttributeType {
        guard requested.required != true else {
            throw .invalidParameter("Required custom attributes are not supported currently.")
        }
        guard requested.attributeDataType != nil else {
            throw .invalidParameter(
                "Invalid AttributeDataType input, consider using the provided AttributeDataType enum.")
        }
        guard let bareName = requested.name else { throw .missingParameter("Name") }
        let publicName = "custom:" + bareName
        let name = requested.developerOnlyAttribute == true ? "dev:" + publicName : publicName
        guard !present.contains(where: { $0.name == name }) else {
            throw .invalidParameter("\(publicName): Existing attribute already has name \(publicName).")
        }
        var result = requested
        result.name = name
        result.developerOnlyAttribute = requested.developerOnlyAttribute ?? false
        result.mutable = requested.mutable ?? true
        result.required = false
        if result.attributeDataType == .string {
            result.stringAttributeConstraints = result.stringAttributeConstraints ?? StringAttributeConstraintsType()
        }
        if result.attributeDataType == .number {
            result.numberAttributeConstraints = result.numberAttributeConstraints ?? NumberAttributeConstraintsType()
        }
        return try fitted(result)
    }

    /// Returns the attribute without the constraints of other data types.
    ///
    /// - Throws: `InvalidParameterException` for invalid constraints.
    private static func fitted(_ attribute: SchemaAttributeType) throws(ServiceFault) -> SchemaAttributeType {
        var result = attribute
        if result.attributeDataType != .string { result.stringAttributeConstraints = nil }
        if result.attributeDataType != .number { result.numberAttributeConstraints = nil }
        try checkLimits(result)
        return result
    }

    private static func checkLimits(_ attribute: SchemaAttributeType) throws(ServiceFault) {
        let name = attribute.name ?? ""
        let (length, value) = (attribute.stringAttributeConstraints, attribute.numberAttributeConstraints)
        for limit in [length?.minLength, length?.maxLength] {
            guard limit.map({ Int($0).map { $0 >= 0 } ?? false }) ?? true else {
                throw .invalidParameter("Invalid StringAttributeConstraints for schema attribute \(name)")
            }
        }
        let (shortest, longest) = (length?.minLength.flatMap { Int($0) }, length?.maxLength.flatMap { Int($0) })
        if max(shortest ?? 0, longest ?? 0) > 2048 {
            throw .invalidParameter("user.\(name): String attributes cannot have a length of more than 2048")
        }
        if let longest, let shortest, longest < shortest {
            throw .invalidParameter("user.\(name): Max length cannot be less than min length.")
        }
        for limit in [value?.minValue, value?.maxValue] {
            guard limit.map({ Double($0)?.isFinite ?? false }) ?? true else {
                throw .invalidParameter("Invalid NumberAttributeConstraints for schema attribute \(name)")
            }
        }
        if let least = value?.minValue.flatMap({ Double($0) }), let most = value?.maxValue.flatMap({ Double($0) }),
            most < least
        {
            throw .invalidParameter("user.\(name): Max value cannot be less than min value.")
        }
    }
}
