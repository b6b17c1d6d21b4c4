// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The operations for apps, which extensions implement in files of their own.
extension UserPoolsService: CognitoIdentityProviderService {}
