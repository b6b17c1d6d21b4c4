// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

extension LoginKey {
    /// The canonical form of a role mapping's key, which is `<login key>:<client id>` for user pools.
    func canonical(mapping key: String) -> String {
        guard let colon = key.lastIndex(of: ":") else { return key }
        return canonical(String(key[..<colon])) + key[colon...]
    }
}
