// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

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
    package static let validationError: Self = "ValidationError"
    package static let queryAccessDenied: Self = "AccessDenied"
    package static let queryMissingAuthenticationToken: Self = "MissingAuthenticationToken"
    package static let queryInvalidClientTokenId: Self = "InvalidClientTokenId"
    package static let querySignatureDoesNotMatch: Self = "SignatureDoesNotMatch"
    package static let queryIncompleteSignature: Self = "IncompleteSignature"
    package static let queryExpiredToken: Self = "ExpiredToken"
    package static let queryInvalidAction: Self = "InvalidAction"
    package static let queryMissingAction: Self = "MissingAction"
    package static let queryMalformedInput: Self = "MalformedInput"
    package static let queryInternalFailure: Self = "InternalFailure"
}

extension ServiceFault.Code {
    /// The status of an HTTP answer that carries this fault: 400 for most, 500 for inner failures, 403 in sts.
    package var httpStatus: Int {
        switch rawValue {
        case "InternalErrorException", "InternalServerException", "InternalFailure": 500
        case "ServiceUnavailableException": 503
        case "AccessDenied", "MissingAuthenticationToken", "InvalidClientTokenId", "SignatureDoesNotMatch",
            "IncompleteSignature", "ExpiredToken", "IDPRejectedClaim", "RegionDisabledException":
            403
        default: 400
        }
    }
}
