// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// A user's second factors as a JSON object in a TEXT column; `nil` for a user without any.
struct UserMFADocument: SQLConvertible {
    let mfa: UserMFA

    init?(_ mfa: UserMFA) {
        guard mfa != .none else { return nil }
        self.mfa = mfa
    }

    var sqlValue: SQLValue {
        var members: [WireName: WireValue] = [
            "enabled": .array(mfa.enabled.listed.map { .string($0.rawValue) }), "legacySMS": .bool(mfa.legacySMS),
            "usesPasskeys": .bool(mfa.usesPasskeys),
        ]
        members["token"] = mfa.softwareToken.map(Self.value)
        members["pending"] = mfa.pendingSecret.map { .string(Base64.encode($0)) }
        members["preferred"] = mfa.preferred.map { .string($0.rawValue) }
        members["passkeysRemovedAt"] = mfa.passkeysRemovedAt.map { .integer($0.milliseconds) }
        return .text(String(decoding: WireValue.object(members).jsonBytes(), as: UTF8.self))
    }

    /// Reads the document; `nil` if a member is invalid, and the error then contains the column's name.
    init?(sqlValue: SQLValue) {
        guard case .text(let text) = sqlValue, let members = try? WireValue(json: Array(text.utf8)).objectValue,
            let enabled = members["enabled"]?.arrayValue, let legacySMS = members["legacySMS"]?.boolValue
        else { return nil }
        var mfa = UserMFA(
            legacySMS: legacySMS, usesPasskeys: members["usesPasskeys"]?.boolValue ?? false,
            passkeysRemovedAt: members["passkeysRemovedAt"]?.integerValue.map(Date.init(milliseconds:)))
        for value in enabled {
            guard let factor = value.stringValue.flatMap(SecondFactor.init) else { return nil }
            mfa.enabled.insert(factor)
        }
        if let value = members["preferred"] {
            guard let factor = value.stringValue.flatMap(SecondFactor.init) else { return nil }
            mfa.preferred = factor
        }
        if let value = members["pending"] {
            guard let secret = value.stringValue.flatMap(Base64.decode) else { return nil }
            mfa.pendingSecret = secret
        }
        if let value = members["token"] {
            guard let token = Self.token(value) else { return nil }
            mfa.softwareToken = token
        }
        self.mfa = mfa
    }

    private static func value(_ token: UserMFA.SoftwareToken) -> WireValue {
        var members: [WireName: WireValue] = [
            "secret": .string(Base64.encode(token.sealedSecret)),
            "verifiedAt": .integer(token.verifiedAt.milliseconds),
        ]
        members["version"] = token.storedVersion.map { .string(Base64.encode($0)) }
        members["name"] = token.friendlyName.map { .string($0) }
        return .object(members)
    }

    private static func token(_ value: WireValue) -> UserMFA.SoftwareToken? {
        guard let members = value.objectValue,
            let secret = members["secret"]?.stringValue.flatMap(Base64.decode),
            let verifiedAt = members["verifiedAt"]?.integerValue
        else { return nil }
        return UserMFA.SoftwareToken(
            sealedSecret: secret, friendlyName: members["name"]?.stringValue,
            verifiedAt: Date(milliseconds: verifiedAt),
            storedVersion: members["version"]?.stringValue.flatMap(Base64.decode))
    }
}

/// The columns of second factors, for users and for pools.
enum SecondFactorsSchema {
    /// The statements of the migration that adds the columns.
    ///
    /// The columns are NULL for users and pools without second factors.
    static let statements: [SQL] = [
        "ALTER TABLE users ADD COLUMN mfa TEXT",
        "ALTER TABLE user_pools ADD COLUMN factors TEXT",
    ]
}
