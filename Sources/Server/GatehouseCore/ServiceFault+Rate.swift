// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

extension ServiceFault {
    /// The fault for a caller that exceeds its request rate.
    package static let rateExceeded = ServiceFault("TooManyRequestsException", "Rate exceeded")
}
