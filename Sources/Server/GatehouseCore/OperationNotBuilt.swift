// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

extension ServiceFault {
    /// The fault for an operation of a service that this version does not have.
    package static func notBuilt(_ operation: String, of service: ServiceIdentity) -> ServiceFault {
        ServiceFault(.unknownOperation, "Gatehouse does not have \(operation) of \(service.signingName) yet.")
    }
}
