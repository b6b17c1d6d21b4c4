// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension ServiceFault.Code {
    /// Whether the service turned the request away before acting on it.
    var isThrottle: Bool { Self.throttles.contains(self) }

    /// Whether the response reports a failure of the service itself.
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
