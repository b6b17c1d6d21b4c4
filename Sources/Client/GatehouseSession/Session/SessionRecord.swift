// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
import GatehouseWire

/// A stored session: one of four kinds, written and read as a whole.
package enum SessionRecord: Sendable, Equatable, Codable {
    /// A signed-in user, without an identity pool or without credentials yet.
    case userPool(user: SignedInUser)
    /// No signed-in user, an identity of a guest.
    case guest(identity: GrantedIdentity)
    /// Federated with the identity pool alone; without an identity if none was obtained yet.
    case federated(login: FederatedLogin, identity: GrantedIdentity?)
    /// A signed-in user with an identity.
    case userAndIdentityPool(user: SignedInUser, identity: GrantedIdentity)

    /// The names of the kinds in the stored form.
    enum CodingKeys: CodingKey { case userPool, guest, federated, userAndIdentityPool }

    /// The signed-in user, if there is one.
    package var user: SignedInUser? {
        switch self {
        case .userPool(let user), .userAndIdentityPool(let user, _): user
        case .guest, .federated: nil
        }
    }

    /// The identity, if there is one.
    package var identity: GrantedIdentity? {
        switch self {
        case .guest(let identity), .userAndIdentityPool(_, let identity): identity
        case .federated(_, let identity): identity
        case .userPool: nil
        }
    }

    /// The login of a federated session.
    package var login: FederatedLogin? {
        if case .federated(let login, _) = self { login } else { nil }
    }

    /// Whether it is federated with the identity pool alone.
    var isFederated: Bool {
        if case .federated = self { true } else { false }
    }

    /// The record of a user with or without an identity.
    static func signedIn(_ user: SignedInUser, _ identity: GrantedIdentity?) -> SessionRecord {
        identity.map { .userAndIdentityPool(user: user, identity: $0) } ?? .userPool(user: user)
    }

    /// The same record with another identity, or none; nil if nothing is left.
    func replacing(identity: GrantedIdentity?) -> SessionRecord? {
        switch self {
        case .guest: identity.map { .guest(identity: $0) }
        case .federated(let login, _): .federated(login: login, identity: identity)
        case .userPool(let user), .userAndIdentityPool(let user, _): .signedIn(user, identity)
        }
    }

    /// The same record with another user; records without a user stay as they are.
    func replacing(user: SignedInUser) -> SessionRecord {
        self.user == nil ? self : .signedIn(user, identity)
    }
}

extension SessionRecord {
    /// The number of the latest layout that this release reads.
    ///
    /// Programs of several releases can share a store. A release leaves a session alone that has a higher number, or a
    /// kind of session, sign-in, flow or factor that it does not know. Members that it does not know are ignored, and are
    /// lost when it renews the session: a layout in which this would do harm needs a new number.
    ///
    /// Layout 1 has sessions whose identities are there, with credentials, and have the role that the pool chooses; layout
    /// 2 also has others, and tokens of providers' pages. A session is written in the lowest layout that it fits in, so
    /// that earlier releases read as much as they can.
    private static let latestLayout = 2

    /// The lowest layout that the session fits in.
    private var layout: Int {
        switch self {
        case .guest(let identity): identity.credentials == nil ? 2 : 1
        case .federated(let login, let identity):
            identity?.credentials == nil || login.customRoleARN != nil || login.pages != nil ? 2 : 1
        case .userPool(let user): user.federation == nil ? 1 : 2
        case .userAndIdentityPool(let user, let identity):
            user.federation != nil || identity.credentials == nil ? 2 : 1
        }
    }

    /// The JSON form with the number of its layout, dates in seconds since 1970.
    package func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(Stored(record: self))
    }

    /// Reads the JSON form; one without a number, as the first releases wrote it, has layout 1.
    ///
    /// - Throws: `StoreError` for one that is damaged (`.understanding`), or that a later release has stored (`.reading`).
    package init(encoded data: Data) throws(StoreError) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        do {
            self = try decoder.decode(Stored.self, from: data).record
        } catch {
            throw Self.isOfLaterRelease(data) ? .ofLaterRelease : .damagedSession
        }
    }

    /// The members of the layout's number and of the session are in one object, so that releases that do not know the
    /// number read it as well.
    private struct Stored: Codable {
        private enum CodingKeys: CodingKey { case layout }

        let record: SessionRecord

        init(record: SessionRecord) { self.record = record }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            let layout = try members.decodeIfPresent(Int.self, forKey: .layout) ?? 1
            guard (1...SessionRecord.latestLayout).contains(layout) else {
                throw DecodingError.dataCorruptedError(forKey: .layout, in: members, debugDescription: "unknown layout")
            }
            record = try SessionRecord(from: decoder)
        }

        func encode(to encoder: any Encoder) throws {
            try record.encode(to: encoder)
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(record.layout, forKey: .layout)
        }
    }

    /// Whether a stored form that cannot be read has something of a later release.
    private static func isOfLaterRelease(_ data: Data) -> Bool {
        guard let stored = try? WireValue(json: data) else { return false }
        if let number = stored["layout"]?.integerValue, number > latestLayout { return true }
        let kinds: [CodingKeys] = [.userPool, .userAndIdentityPool]
        let user = kinds.compactMap { stored[$0.stringValue]?["user"] }.first
        let method = user?["method"]
        let flow = method?["api"]?["flow"]
        let factor = flow?["userAuth"]?["preferred"]?.stringValue
        return isUnknown(stored, of: CodingKeys.self) || isUnknown(method, of: SignInMethod.CodingKeys.self)
            || isUnknown(flow, of: SignInFlow.CodingKeys.self)
            || isUnknown(user?["federation"], of: UserFederation.CodingKeys.self)
            || factor.map { FirstFactor(rawValue: $0) == nil } ?? false
    }

    /// Whether an object names a case, and none that this release has.
    private static func isUnknown<Cases: CodingKey>(_ value: WireValue?, of cases: Cases.Type) -> Bool {
        let names = (value?.objectValue ?? [:]).keys.filter { $0 != "layout" }
        return !names.isEmpty && names.allSatisfy { cases.init(stringValue: $0.text) == nil }
    }
}

extension StoreError {
    fileprivate static var damagedSession: StoreError {
        StoreError(.understanding, reason: "The stored session is damaged.")
    }

    fileprivate static var ofLaterRelease: StoreError {
        StoreError(.reading, reason: "The session was stored by a later release, which can read it.")
    }
}
