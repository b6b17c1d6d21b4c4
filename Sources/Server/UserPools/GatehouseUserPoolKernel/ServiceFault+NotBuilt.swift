// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
package import GatehouseWire

extension ServiceFault {
    /// Returns the fault for an operation of user pools that is not implemented.
    package static func notBuilt(_ operation: String) -> ServiceFault {
        .notBuilt(operation, of: .cognitoIdentityProvider)
    }
}
