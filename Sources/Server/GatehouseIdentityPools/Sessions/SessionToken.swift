// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseWire

/// The contents of a session token: the session and the expiry of a temporary access key.
///
/// The token is sealed for its key id, so it is invalid with any other key.
struct SessionToken: Sendable, Equatable {
    /// The session name of all credentials from identity pools; access rules compare it.
    static let identityPoolSessionName = "CognitoIdentityCredentials"
    private static let purpose = SealPurpose.sessionToken
    private static let maximumLength = 16_384

    let id: String
    let session: RoleSession
    /// The expiry, in whole seconds.
    let expiresAt: Date

    init(id: String, session: RoleSession, expiresAt: Date) {
        self.id = id
        self.session = session
        self.expiresAt = expiresAt
    }

    /// Opens the token of a request; `nil` unless this installation sealed it for this key id.
    init?(unsealing token: String, for accessKeyID: String, by sealer: Sealer) {
        guard token.utf8.count <= Self.maximumLength, let sealed = Base64.decode(token),
            let bytes = try? sealer.open(sealed, purpose: Self.purpose, context: Array(accessKeyID.utf8)),
            let value = try? WireValue(json: Data(bytes))
        else { return nil }
        self.init(value)
    }

    /// The sealed token for the holder of the key.
    func sealed(for accessKeyID: String, by sealer: Sealer) -> String {
        let bytes = Array(value.json())
        return Base64.encode(sealer.seal(bytes, purpose: Self.purpose, context: Array(accessKeyID.utf8)))
    }

    private var value: WireValue {
        var members: [WireName: WireValue] = [
            "id": .string(id), "exp": .integer(Int64(expiresAt.timeIntervalSince1970)),
            "role": .string(session.roleARN), "rid": .string(session.roleID), "name": .string(session.name),
            "amr": .array(session.authenticationMethods.map { .string($0) }),
        ]
        members["sub"] = session.identityID.map { .string($0) }
        members["aud"] = session.identityPoolID.map { .string($0) }
        if !session.principalTags.isEmpty { members["tags"] = .object(ofTexts: session.principalTags) }
        return .object(members)
    }

    private init?(_ value: WireValue) {
        guard let id = value["id"]?.stringValue, let expiry = value["exp"]?.integerValue,
            let roleARN = value["role"]?.stringValue, let roleID = value["rid"]?.stringValue,
            let name = value["name"]?.stringValue, let methods = value["amr"]?.arrayValue
        else { return nil }
        let tags = (value["tags"]?.objectValue ?? [:]).compactMap { name, tag in
            tag.stringValue.map { (name.text, $0) }
        }
        let session = RoleSession(
            roleID: roleID, roleARN: roleARN, name: name, identityID: value["sub"]?.stringValue,
            identityPoolID: value["aud"]?.stringValue, authenticationMethods: methods.compactMap(\.stringValue),
            principalTags: Dictionary(tags) { first, _ in first }
        )
        self.init(id: id, session: session, expiresAt: Date(timeIntervalSince1970: Double(expiry)))
    }
}
