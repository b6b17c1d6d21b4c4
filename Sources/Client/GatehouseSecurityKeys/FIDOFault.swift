// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CFIDO2

/// An error of libfido2 or of a security key.
struct FIDOFault: Error, Equatable, CustomStringConvertible {
    /// More keys are plugged in than one; the library has no such number.
    static let severalKeys = FIDOFault(code: 1_000)

    let code: Int32

    /// Whether the key would accept another PIN, or a PIN at all.
    var wantsPIN: Bool {
        switch code {
        case FIDO_ERR_PIN_INVALID, FIDO_ERR_PIN_REQUIRED, FIDO_ERR_UV_INVALID, FIDO_ERR_UV_BLOCKED: true
        default: false
        }
    }

    /// Whether the call ended because it was cancelled.
    var isCancellation: Bool {
        code == FIDO_ERR_KEEPALIVE_CANCEL || code == FIDO_ERR_OPERATION_DENIED
    }

    /// The library's name of the fault.
    var description: String {
        unsafe fido_strerr(code).map { unsafe String(cString: $0) } ?? "\(code)"
    }

    /// - Throws: the fault, unless the code is success.
    static func check(_ code: Int32) throws(FIDOFault) {
        guard code == FIDO_OK else { throw FIDOFault(code: code) }
    }
}
