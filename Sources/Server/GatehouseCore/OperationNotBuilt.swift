// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

extension ServiceFault {
    /// What a caller is told who asks for something that this version does not have.
    package static func notBuilt(_ operation: String) -> ServiceFault {
        ServiceFault(.unknownOperation, "Gatehouse does not have \(operation) yet.")
    }
}
