// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The rules that turn a row of a file into a user.
enum ImportedUser {
    /// The attributes that messages are sent to, with their verification flags.
    private static let channels = ["email": "email_verified", "phone_number": "phone_number_verified"]

    /// Returns the user of a row, with a given `sub`.
    ///
    /// The user must set a password before the first sign-in.
    ///
    /// - Throws: ``ImportRefusal`` for the first rule that the row breaks.
    static func make(
        from values: [String: String], sub: String, in pool: UserPoolRecord, at now: Date
    ) throws(ImportRefusal) -> UserRecord {
        let name = try username(in: values)
        let wantsFactor = try isSecondFactorOn(values[ImportColumns.mfaEnabled], in: pool)
        let (stored, attributes) = try settle(name, try withForms(of: values), sub: sub, in: pool)
        guard pool.autoVerifiedAttributes.contains(where: { attributes["\($0)_verified"] == "true" }) else {
            throw .noVerifiedAttribute
        }
        var user = UserRecord(
            sub: sub, poolID: pool.id, username: stored, status: .resetRequired, attributes: attributes, password: nil,
            createdAt: now, modifiedAt: now)
        if wantsFactor, attributes["phone_number_verified"] == "true", pool.mfa.allowed.contains(.sms) {
            user.mfa.enabled = [.sms]
        }
        return user
    }

    /// Returns the hash of the user's password, if the row has one.
    ///
    /// - Throws: ``ImportRefusal`` for a hash that the job's algorithm and its limits do not allow.
    static func hash(
        in values: [String: String], by algorithm: PasswordHashingAlgorithmType?
    ) throws(ImportRefusal) -> ImportedHash? {
        guard let text = values[ImportColumns.passwordHash] else { return nil }
        guard let algorithm, let hash = ImportedHash(text, algorithm: algorithm) else { throw .passwordHash }
        return hash
    }

    private static func username(in values: [String: String]) throws(ImportRefusal) -> String {
        guard let name = values[ImportColumns.username], name.unicodeScalars.count <= 128 else { throw .username }
        guard name.unicodeScalars.allSatisfy(isVisible) else { throw .username }
        return name
    }

    /// Returns whether a character is a letter, mark, symbol, number or punctuation, as user names in all operations
    /// require.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }

    /// Returns whether the row enables codes by SMS for the user, the only factor that a file can set.
    private static func isSecondFactorOn(_ value: String?, in pool: UserPoolRecord) throws(ImportRefusal) -> Bool {
        guard let value = value?.lowercased() else { return false }
        let allowed: Set<String> =
            switch pool.description.mfaConfiguration {
            case .some(.on): ["true"]
            case .some(.optional): ["true", "false"]
            default: ["false"]
            }
        guard allowed.contains(value) else { throw .mfa }
        return value == "true"
    }

    /// Returns the values in the formats of attributes; a file has its own format for dates.
    private static func withForms(of values: [String: String]) throws(ImportRefusal) -> [String: String] {
        var values = values
        if let birthdate = values["birthdate"] {
            guard let day = isoDay(birthdate) else { throw .birthdate }
            values["birthdate"] = day
        }
        if let seconds = values["updated_at"] {
            guard seconds.utf8.count <= 16, seconds.utf8.allSatisfy(isDigit) else { throw .updatedAt }
        }
        return values
    }

    /// Converts a date from `mm/dd/yyyy` to `yyyy-mm-dd`; `nil` for an invalid date.
    private static func isoDay(_ text: String) -> String? {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[2] == UInt8(ascii: "/"), bytes[5] == UInt8(ascii: "/") else { return nil }
        let parts = [bytes[6..<10], bytes[0..<2], bytes[3..<5]]
        guard parts.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
        let numbers = parts.map { part in part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
        guard isDay(year: numbers[0], month: numbers[1], day: numbers[2]) else { return nil }
        return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }

    private static func isDay(year: Int, month: Int, day: Int) -> Bool {
        let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        let last = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        return year > 0 && (1...12).contains(month) && (1...last).contains(day)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns the stored user name and the attributes, after the same checks as for every other user.
    private static func settle(
        _ name: String, _ values: [String: String], sub: String, in pool: UserPoolRecord
    ) throws(ImportRefusal) -> (stored: String, attributes: [String: String]) {
        let own = values.filter { !ImportColumns.special.contains($0.key) }
        let list = own.sorted { $0.key < $1.key }.map { AttributeType(name: $0.key, value: $0.value) }
        do {
            let given = try UserAttributes.checked(list, for: pool, by: .administrator)
            let (stored, attributes) = try UserNames.resolve(name, attributes: given, sub: sub, in: pool)
            try UserAttributes.checkRequired(attributes, for: pool)
            return (stored, withFlags(attributes))
        } catch {
            throw .attributes(error.message)
        }
    }

    /// Returns the attributes with a flag for each address and number, `false` if the row has none, and without other
    /// flags.
    private static func withFlags(_ attributes: [String: String]) -> [String: String] {
        var attributes = attributes
        for (channel, flag) in channels {
            attributes[flag] = attributes[channel] == nil ? nil : attributes[flag]?.lowercased() ?? "false"
        }
        return attributes
    }
}
