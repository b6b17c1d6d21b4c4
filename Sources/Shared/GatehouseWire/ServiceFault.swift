// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// The error of an operation: a service's fault, or the reason why no answer arrived.
package struct ServiceFault: Error, Sendable {
    /// The origin of a fault.
    package enum Origin: Sendable, Hashable {
        /// The service refused or failed.
        case service
        /// No answer came.
        case transport
        /// An answer came that cannot be understood.
        case garbled
    }

    /// The error code, for programs.
    package var code: Code
    /// The error message; safe to show to the caller.
    package var message: String
    /// Further modelled members, such as `reasonCode`.
    package var members: [WireName: WireValue]
    /// The origin of the fault.
    package var origin: Origin
    /// The local cause of the fault; never sent, never printed.
    package var cause: (any Error)?

    /// Creates a fault.
    package init(
        _ code: Code,
        _ message: String,
        members: [WireName: WireValue] = [:],
        origin: Origin = .service,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.members = members
        self.origin = origin
        self.cause = cause
    }
}

extension ServiceFault: Equatable {
    /// Compares everything but the cause.
    package static func == (left: ServiceFault, right: ServiceFault) -> Bool {
        left.code == right.code && left.message == right.message && left.members == right.members
            && left.origin == right.origin
    }
}

extension ServiceFault: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(code.rawValue): \(message)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["code": code.rawValue, "message": message]) }
}

extension ServiceFault {
    /// The name of a fault as it travels; open, since services may add names.
    package struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }
        package init(stringLiteral value: String) { rawValue = value }
        package var description: String { rawValue }

        /// Compares codes by their UTF-8 bytes: an answer may hold any text.
        package static func == (left: Self, right: Self) -> Bool { left.rawValue.hasBytes(of: right.rawValue) }
        package func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }
    }
}

// The codes that no operation's model declares, or that every service shares.
extension ServiceFault.Code {
    package static let internalError: Self = "InternalErrorException"
    package static let serviceUnavailable: Self = "ServiceUnavailableException"
    package static let throttling: Self = "ThrottlingException"
    package static let unknownOperation: Self = "UnknownOperationException"
    package static let serialization: Self = "SerializationException"
    package static let validation: Self = "ValidationException"
    package static let accessDenied: Self = "AccessDeniedException"
    package static let missingAuthenticationToken: Self = "MissingAuthenticationTokenException"
    package static let unrecognizedClient: Self = "UnrecognizedClientException"
    package static let invalidSignature: Self = "InvalidSignatureException"
    package static let incompleteSignature: Self = "IncompleteSignatureException"
    package static let expiredToken: Self = "ExpiredTokenException"
}

// The same situations, as query services name them.
extension ServiceFault.Code {
    /// The principal may not perform the request, as `accessDenied`.
    package static let queryAccessDenied: Self = "AccessDenied"
    /// The request has no signature, as `missingAuthenticationToken`.
    package static let queryMissingAuthenticationToken: Self = "MissingAuthenticationToken"
    /// The access key is unknown, as `unrecognizedClient`.
    package static let queryInvalidClientTokenId: Self = "InvalidClientTokenId"
    /// The signature is wrong, as `invalidSignature`.
    package static let querySignatureDoesNotMatch: Self = "SignatureDoesNotMatch"
    /// The signature lacks a part or has a malformed one, as `incompleteSignature`.
    package static let queryIncompleteSignature: Self = "IncompleteSignature"
    /// The session token has expired, as `expiredToken`.
    package static let queryExpiredToken: Self = "ExpiredToken"
    /// The service does not have the operation, as `unknownOperation`.
    package static let queryInvalidAction: Self = "InvalidAction"
    /// The request names no operation.
    package static let queryMissingAction: Self = "MissingAction"
    /// The body cannot be read, as `serialization`.
    package static let queryMalformedInput: Self = "MalformedInput"
    /// The server failed, as `internalError`.
    package static let queryInternalFailure: Self = "InternalFailure"
}

extension ServiceFault.Code {
    /// The status of an HTTP answer that carries this fault: 400 for most, 500 for inner failures, 403 in sts, 404 and 409 in
    /// iam, 409 for held environments.
    package var httpStatus: Int {
        switch rawValue {
        case "InternalErrorException", "InternalServerException", "InternalFailure", "ArchiveFailedException": 500
        case "ServiceUnavailableException", "ServiceUnavailable": 503
        case "AccessDenied", "MissingAuthenticationToken", "InvalidClientTokenId", "SignatureDoesNotMatch",
            "IncompleteSignature", "ExpiredToken", "IDPRejectedClaim", "RegionDisabledException":
            403
        case "NoSuchEntity": 404
        case "EntityAlreadyExists", "DeleteConflict", "LimitExceeded", "ConcurrentModification",
            "EnvironmentLockedException", "LockLostException", "StateConflictException":
            409
        default: 400
        }
    }
}
