// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseWire
import Synchronization

/// The contents of a session token: the session and the expiry of a temporary access key.
///
/// The token is sealed for its key id, so it is invalid with any other key.
package struct SessionToken: Sendable, Equatable {
    private static let purpose = SealPurpose.sessionToken
    /// The length of a sealed token, in bytes of ASCII.
    static let maximumLength = 16_384

    /// The principals that can have temporary credentials.
    package enum Holder: Sendable, Equatable {
        case role(RoleSession)
        case user(UserSession)

        var principal: Principal {
            switch self {
            case .role(let session): .role(session)
            case .user(let session): .user(session)
            }
        }
    }

    let id: String
    let holder: Holder
    /// The expiry, in whole seconds.
    let expiresAt: Date

    init(id: String, holder: Holder, expiresAt: Date) {
        self.id = id
        self.holder = holder
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
        ]
        let (scope, tags) =
            switch holder {
            case .role(let session): (session.scope, session.principalTags)
            case .user(let session): (session.scope, session.principalTags)
            }
        switch holder {
        case .role(let session):
            members["role"] = .string(session.roleARN)
            members["rid"] = .string(session.roleID)
            members["name"] = .string(session.name)
            members["amr"] = .array(session.authenticationMethods.map { .string($0) })
            members["sub"] = session.identityID.map { .string($0) }
            members["aud"] = session.identityPoolID.map { .string($0) }
            if !session.webIdentity.isEmpty { members["web"] = Self.object(session.webIdentity) }
        case .user(let session):
            members["user"] = .string(session.userName)
            members["uid"] = .string(session.id)
            members["arn"] = .string(session.arn)
            members["kind"] = .string(session.kind.rawValue)
            if session.isAdministrator { members["admin"] = true }
        }
        if !tags.isEmpty { members["tags"] = .object(ofTexts: tags) }
        if scope != SessionScope() { members["scope"] = scope.value }
        return .object(members)
    }

    private init?(_ value: WireValue) {
        guard let id = value["id"]?.stringValue, let expiry = value["exp"]?.integerValue,
            let holder = Self.role(value).map(Holder.role) ?? Self.user(value).map(Holder.user)
        else { return nil }
        self.init(id: id, holder: holder, expiresAt: Date(timeIntervalSince1970: Double(expiry)))
    }

    private static func role(_ value: WireValue) -> RoleSession? {
        guard let roleARN = value["role"]?.stringValue, let roleID = value["rid"]?.stringValue,
            let name = value["name"]?.stringValue, let methods = value["amr"]?.arrayValue
        else { return nil }
        return RoleSession(
            roleID: roleID, roleARN: roleARN, name: name, identityID: value["sub"]?.stringValue,
            identityPoolID: value["aud"]?.stringValue, authenticationMethods: methods.compactMap(\.stringValue),
            webIdentity: lists(value["web"]), principalTags: tags(value), scope: SessionScope(value["scope"])
        )
    }

    private static func user(_ value: WireValue) -> UserSession? {
        guard let name = value["user"]?.stringValue, let id = value["uid"]?.stringValue,
            let arn = value["arn"]?.stringValue,
            let kind = value["kind"]?.stringValue.flatMap(UserSession.Kind.init(rawValue:))
        else { return nil }
        return UserSession(
            kind, userName: name, arn: arn, id: id, isAdministrator: value["admin"]?.boolValue == true,
            principalTags: tags(value), scope: SessionScope(value["scope"])
        )
    }

    private static func object(_ lists: [String: [String]]) -> WireValue {
        .object(Dictionary(lists.map { (WireName($0.key), .array($0.value.map { .string($0) })) }) { $1 })
    }

    private static func lists(_ value: WireValue?) -> [String: [String]] {
        let lists = (value?.objectValue ?? [:]).map { name, list in
            (name.text, list.arrayValue?.compactMap(\.stringValue) ?? [])
        }
        return Dictionary(lists) { first, _ in first }
    }

    private static func tags(_ value: WireValue) -> [String: String] {
        let tags = (value["tags"]?.objectValue ?? [:]).compactMap { name, tag in
            tag.stringValue.map { (name.text, $0) }
        }
        return Dictionary(tags) { first, _ in first }
    }
}

extension SessionScope {
    fileprivate var value: WireValue {
        var members: [WireName: WireValue] = [:]
        members["policy"] = policy.map { .string($0) }
        if !policyARNs.isEmpty { members["arns"] = .array(policyARNs.map { .string($0) }) }
        members["source"] = sourceIdentity.map { .string($0) }
        if !transitiveTagKeys.isEmpty { members["transitive"] = .array(transitiveTagKeys.map { .string($0) }) }
        return .object(members)
    }

    fileprivate init(_ value: WireValue?) {
        func texts(_ name: String) -> [String] { value?[name]?.arrayValue?.compactMap(\.stringValue) ?? [] }
        self.init(
            policy: value?["policy"]?.stringValue, policyARNs: texts("arns"),
            sourceIdentity: value?["source"]?.stringValue, transitiveTagKeys: texts("transitive"))
    }
}

/// A cache of temporary access keys by their session token: a program signs with the same ones until they expire.
///
/// A token is sealed, so its contents never change; its expiry is checked at each use. Requests with a wrong signature
/// can fill the cache too, with tokens that this installation sealed; the others are opened again then.
final class OpenedSessionTokens: Sendable {
    private struct Entry {
        let accessKeyID: String
        let key: ResolvedAccessKey
        let epoch: [UInt8]
    }

    /// The maximum number of tokens; a full cache is emptied.
    private static let capacity = 1_024
    /// The length in bytes above which a token is opened each time; it bounds the memory.
    private static let longestToken = 2_048

    private let entries = Mutex<[WireName: Entry]>([:])

    /// The secret and the principal of a key id with a session token; `nil` unless the token was sealed for that key id.
    func key(of accessKeyID: String, with sessionToken: String, by sealer: Sealer) -> ResolvedAccessKey? {
        let isKept = sessionToken.utf8.count <= Self.longestToken
        let name = WireName(sessionToken)
        let epoch = sealer.epoch.value
        if isKept, let entry = entries.withLock({ $0[name] }), entry.epoch == epoch {
            return entry.accessKeyID == accessKeyID ? entry.key : nil
        }
        guard let token = SessionToken(unsealing: sessionToken, for: accessKeyID, by: sealer) else { return nil }
        let key = ResolvedAccessKey(
            secretAccessKey: AccessKeyID.secret(of: accessKeyID, by: sealer), principal: token.holder.principal,
            expiresAt: token.expiresAt)
        if isKept {
            entries.withLock { entries in
                if entries.count >= Self.capacity { entries.removeAll() }
                entries[name] = Entry(accessKeyID: accessKeyID, key: key, epoch: epoch)
            }
        }
        return key
    }
}
