// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CFIDO2

/// An error of a security key, or of a call to it.
public enum SecurityKeyError: Error, Sendable, Equatable {
    /// No security key is plugged in, or the user may not open it.
    case noKey
    /// More than one is plugged in, and the user must choose by pulling the others.
    case severalKeys
    /// The service requires verification of the user, and the key has no PIN.
    case noPIN
    /// Too many wrong PINs in a row: the key must be pulled and plugged in again.
    case pinLocked
    /// Too many wrong PINs: the key must be reset, which deletes its passkeys.
    case pinBlocked
    /// The PIN of the key must be changed first.
    case unfitPIN
    /// The user did not touch the key in time.
    case timedOut
    /// The key has a passkey of the user already.
    case alreadyRegistered
    /// The key has no passkey that the service would take.
    case noPasskey
    /// The key has no room for another passkey.
    case full
    /// The key does not support the service's request.
    case notSupported
    /// The service's options are incomplete.
    case malformedOptions
    /// Anything else; the text is for developers.
    case failed(String)
}

extension SecurityKeyError {
    init(_ fault: FIDOFault) {
        self =
            switch fault.code {
            case FIDO_ERR_NOTFOUND: .noKey
            case FIDOFault.severalKeys.code: .severalKeys
            case FIDO_ERR_PIN_AUTH_BLOCKED: .pinLocked
            case FIDO_ERR_PIN_BLOCKED: .pinBlocked
            case FIDO_ERR_PIN_POLICY_VIOLATION: .unfitPIN
            case FIDO_ERR_PIN_NOT_SET: .noPIN
            case FIDO_ERR_USER_ACTION_TIMEOUT, FIDO_ERR_ACTION_TIMEOUT, FIDO_ERR_TIMEOUT: .timedOut
            case FIDO_ERR_CREDENTIAL_EXCLUDED: .alreadyRegistered
            case FIDO_ERR_NO_CREDENTIALS, FIDO_ERR_INVALID_CREDENTIAL: .noPasskey
            case FIDO_ERR_KEY_STORE_FULL: .full
            case FIDO_ERR_UNSUPPORTED_ALGORITHM, FIDO_ERR_UNSUPPORTED_OPTION, FIDO_ERR_INVALID_COMMAND: .notSupported
            default: .failed(fault.description)
            }
    }
}

extension SecurityKeyError: CustomStringConvertible {
    /// A sentence for developers.
    public var description: String {
        switch self {
        case .noKey: "No security key is plugged in, or it may not be opened."
        case .severalKeys: "More than one security key is plugged in."
        case .noPIN: "The security key has no PIN, and the service asks for one."
        case .pinLocked: "Too many wrong PINs in a row: the security key must be plugged in again."
        case .pinBlocked: "Too many wrong PINs: the security key must be reset."
        case .unfitPIN: "The PIN of the security key must be changed."
        case .timedOut: "The security key was not touched in time."
        case .alreadyRegistered: "The security key has a passkey of the user already."
        case .noPasskey: "The security key has no passkey for this sign-in."
        case .full: "The security key has no room for another passkey."
        case .notSupported: "The security key cannot do what the service asks for."
        case .malformedOptions: "The service's options for a passkey are incomplete."
        case .failed(let text): "The security key failed: \(text)."
        }
    }
}

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
