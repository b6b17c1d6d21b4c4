// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

extension ServiceFault {
    /// Passes a fault on; anything else becomes `InternalErrorException`, and what it was is told to the log only.
    package init(unforeseen error: any Error) {
        self = error as? ServiceFault ?? ServiceFault(.internalError, "Something went wrong.", cause: error)
    }
}
