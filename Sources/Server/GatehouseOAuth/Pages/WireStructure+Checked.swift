// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

extension WireStructure {
    /// The request of an operation, if it meets the constraints of the service's model.
    /// - Throws: `InvalidParameterException` with the constraints that it does not meet.
    func checked() throws(ServiceFault) -> Self {
        try Self(validating: wireValue(in: .json), for: .cognitoIdentityProvider)
    }
}
