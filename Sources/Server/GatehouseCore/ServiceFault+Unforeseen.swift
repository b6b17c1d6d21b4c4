// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

extension ServiceFault {
    /// Keeps a `ServiceFault`; any other error becomes `InternalErrorException`, with the error as its cause for the
    /// log.
    package init(unforeseen error: any Error) {
        self = error as? ServiceFault ?? ServiceFault(.internalError, "Something went wrong.", cause: error)
    }
}
