// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore

/// The operations of sts for one request; each is in a file named after it.
package struct SecurityTokensService: SecurityTokenService {
    let tokens: SecurityTokens
    let context: RequestContext

    init(tokens: SecurityTokens, context: RequestContext) {
        self.tokens = tokens
        self.context = context
    }
}
