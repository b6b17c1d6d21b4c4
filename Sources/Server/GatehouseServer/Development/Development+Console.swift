// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataSite
package import GatehouseDevelopmentPages

extension Development {
    /// What the page about data APIs asks.
    package var console: any GraphQLConsole {
        DataConsole(
            installation.servedAPIs, users: PoolUsers(installation), functions: installation.dataFunctions,
            deployment: installation.deployment)
    }
}

extension DataConsole: GraphQLConsole {}
