// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The ids that principals have beside their names.
///
/// They are derived, so that the same principal keeps its id without a row, and nobody outside can compute it.
enum PrincipalID {
    /// `AROA` and 17 characters.
    static func role(_ role: RoleARN, by sealer: Sealer) -> String {
        "AROA" + suffix(role.text, by: sealer)
    }

    /// `AIDA` and 17 characters.
    static func user(accessKeyID: String, by sealer: Sealer) -> String {
        "AIDA" + suffix(accessKeyID, by: sealer)
    }

    private static func suffix(_ name: String, by sealer: Sealer) -> String {
        let mac = sealer.mac(Array(name.utf8), purpose: "principal-id")
        return AccessKeyID.characters(mac.prefix(17))
    }
}
