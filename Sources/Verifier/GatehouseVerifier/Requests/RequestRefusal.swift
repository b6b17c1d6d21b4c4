// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The reason why a request is not accepted.
public struct RequestRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of refusals.
    public enum Kind: Sendable, Hashable {
        /// The request has no signature.
        case unsigned
        /// The signature or the request has a form that is not accepted.
        case malformed
        /// The signature does not belong to this request, host, region or service.
        case wrongSignature
        /// The time of the signature or of the presigned address is over, or has not begun.
        case wrongTime
        /// The access key is unknown, or its session token is missing or not the key's.
        case unknownKey
        /// The session of the temporary credentials is over.
        case sessionExpired
        /// Too many unknown access keys were presented; known ones are still accepted.
        case busy
        /// The Gatehouse server gives no signing keys; the reason is in ``RequestRefusal/detail``.
        case unavailable
    }

    /// The kind of the refusal.
    public let kind: Kind
    /// The error code that clients of AWS know, such as `InvalidSignatureException`.
    public let code: String
    /// The text for the caller; it contains nothing secret.
    public let message: String
    /// The reason for the log of the service, not for the caller.
    public let detail: String?

    init(_ kind: Kind, code: String, _ message: String, detail: String? = nil) {
        self.kind = kind
        self.code = code
        self.message = message
        self.detail = detail
    }

    init(_ error: SigV4Error) {
        self.init(Self.kind(of: error), code: error.jsonCode, error.message)
    }

    /// The HTTP status of the response: 400, 403 as in Amazon API Gateway, or 503.
    public var status: Int {
        switch kind {
        case .malformed: 400
        case .unsigned, .wrongSignature, .wrongTime, .unknownKey, .sessionExpired: 403
        case .busy, .unavailable: 503
        }
    }

    /// Code, message and detail, for logs.
    public var description: String { "\(code): \(message)" + (detail.map { " (\($0))" } ?? "") }

    static let unsigned = RequestRefusal(SigV4Error.nothingSigned)
    static let unknownKey = RequestRefusal(SigV4Error.unknownKey)
    static let sessionExpired = RequestRefusal(SigV4Error.sessionExpired)
    static let busy = RequestRefusal(
        .busy, code: "TooManyRequestsException", "Too many requests with unknown access keys: try again.")

    static func unavailable(_ detail: String) -> RequestRefusal {
        RequestRefusal(
            .unavailable, code: "ServiceUnavailableException", "The signature cannot be verified now: try again.",
            detail: detail)
    }

    private static func kind(of error: SigV4Error) -> Kind {
        switch error {
        case .wrongSignature, .host, .scope: .wrongSignature
        case .expired, .notYetCurrent, .addressExpired: .wrongTime
        case .malformed: .malformed
        case .unknownKey: .unknownKey
        case .sessionExpired: .sessionExpired
        case .nothingSigned: .unsigned
        }
    }
}
