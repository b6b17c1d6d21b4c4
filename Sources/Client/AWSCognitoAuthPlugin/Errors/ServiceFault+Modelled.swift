// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

extension ServiceFault.Code {
    /// The faults beside the table's that the operations behind the calls declare.
    static let modelled: Set<ServiceFault.Code> = [
        .unauthorized, .unsupportedOperation, .unsupportedTokenType, .refreshTokenReuse, .operationNotEnabled,
        .featureUnavailableInTier, .userPoolAddOnNotEnabled, .developerUserAlreadyRegistered,
        .deviceKeyExists,
    ]
}
