// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore

/// The operations of sts for one request.
package struct SecurityTokens: SecurityTokenService {
    let pools: IdentityPools
    let context: RequestContext

    init(pools: IdentityPools, context: RequestContext) {
        self.pools = pools
        self.context = context
    }
}
