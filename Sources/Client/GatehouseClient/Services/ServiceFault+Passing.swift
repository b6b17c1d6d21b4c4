// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

extension ServiceFault.Code {
    /// Whether the trouble may pass, so that the same request may be accepted later.
    package var isPassing: Bool { isThrottle || isFailure }

    /// Whether the service turned the request away before acting on it.
    var isThrottle: Bool { Self.throttles.contains(self) }

    /// Whether the service owns up to a failure of its own.
    var isFailure: Bool { Self.failures.contains(self) }

    private static let throttles: Set<ServiceFault.Code> = [
        "TooManyRequestsException", .throttling, "Throttling", "ThrottledException",
        "RequestLimitExceeded", "RequestThrottled", "SlowDown",
    ]

    private static let failures: Set<ServiceFault.Code> = [
        .internalError, "InternalServerException", .queryInternalFailure, "InternalServerError",
        "ServiceUnavailable", .serviceUnavailable,
    ]
}
