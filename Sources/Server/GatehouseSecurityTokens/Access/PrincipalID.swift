// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseServerCrypto

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

    private static func suffix(_ name: String, by sealer: Sealer) -> String {
        let mac = sealer.mac(Array(name.utf8), purpose: .principalID)
        return AccessKeyID.characters(mac.prefix(17))
    }
}
