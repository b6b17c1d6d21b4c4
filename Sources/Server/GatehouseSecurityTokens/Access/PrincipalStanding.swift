// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseCore
package import GatehouseServerCrypto

/// The place of a principal in the registry as it is now; credentials of sessions are not stored, so that their token
/// alone cannot say it.
enum PrincipalStanding: Sendable {
    case administrator
    case user(User)
    case role(Role)
    /// The session of an identity pool has a role, while roles are not managed.
    case unmanaged
    /// The user or the role was deleted, or the request is unsigned.
    case missing
}

extension AccessReading {
    /// The place of a principal.
    func standing(of principal: Principal, inAccount account: String) throws -> PrincipalStanding {
        switch principal {
        case .anonymous: return .missing
        case .administrator: return .administrator
        case .user(let user):
            guard !user.isAdministrator else { return .administrator }
            return try entry(User.self, named: user.userName).map { .user($0) } ?? .missing
        case .role(let session):
            guard let arn = RoleARN(session.roleARN) else { return .missing }
            switch try standing(of: arn, inAccount: account) {
            case .registered(let role): return .role(role)
            // Other sessions began with a registered role, which was deleted.
            case .unmanaged: return session.identityPoolID == nil ? .missing : .unmanaged
            case .unknown: return .missing
            }
        }
    }

    /// The place of a role.
    func standing(of role: RoleARN, inAccount account: String) throws -> RoleTrust.Standing {
        if let entry = try entry(Role.self, named: role.name),
            entry.arn(inAccount: account).utf8.elementsEqual(role.text.utf8)
        {
            return .registered(entry)
        }
        return try hasEntry(of: .role) ? .unknown : .unmanaged
    }
}

/// The unique ids of principals (`AROA…`, `AIDA…`).
///
/// They are derived with a secret key: the same principal has the same id without a stored row, and clients cannot
/// compute it.
package enum PrincipalID {
    /// The id of a role: `AROA` and 17 characters.
    package static func role(_ role: RoleARN, by sealer: Sealer) -> String {
        "AROA" + suffix(role.text, by: sealer)
    }

    /// The id of a user: `AIDA` and 17 characters.
    static func user(accessKeyID: String, by sealer: Sealer) -> String {
        "AIDA" + suffix(accessKeyID, by: sealer)
    }

    /// The id of a registered user: `AIDA` and 17 characters.
    static func user(arn: String, by sealer: Sealer) -> String {
        "AIDA" + suffix(arn, by: sealer)
    }

    /// The id of an entry of the registry: four letters of its kind and 17 characters.
    static func id(of kind: AccessKind, arn: String, by sealer: Sealer) -> String {
        let prefix =
            switch kind {
            case .role: "AROA"
            case .user: "AIDA"
            case .policy: "ANPA"
            // IAM has no ids of providers, but texts of this form for SAML providers.
            case .openIDProvider, .samlProvider: "ASAM"
            }
        return prefix + suffix(arn, by: sealer)
    }

    private static func suffix(_ name: String, by sealer: Sealer) -> String {
        let mac = sealer.mac(Array(name.utf8), purpose: .principalID)
        return AccessKeyID.characters(mac.prefix(17))
    }
}
