// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

extension ServiceFault {
    /// What a caller is told who asks too often.
    package static let rateExceeded = ServiceFault("TooManyRequestsException", "Rate exceeded")
}
