// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseWire

/// A signature that is refused, for the log; its access key is as the request has it.
struct RefusedSignature: RefusalReason {
    /// An access key is 20 letters and digits; a longer text may be a secret in the wrong place.
    private static let keyLength = 20

    let error: SigV4Error
    private let accessKeyID: String?

    init(_ error: SigV4Error, accessKeyID: String?) {
        self.error = error
        self.accessKeyID = accessKeyID.flatMap { $0.utf8.count == Self.keyLength ? $0 : nil }
    }

    var attempt: RefusedAttempt { RefusedAttempt(accessKeyID: accessKeyID) }

    var refusedBy: String {
        switch error {
        case .wrongSignature: "signature"
        case .expired: "signature_expired"
        case .notYetCurrent: "signature_not_yet_current"
        case .addressExpired: "presigned_address_expired"
        case .host: "signature_host"
        case .scope: "signature_scope"
        case .malformed: "signature_form"
        case .unknownKey: "access_key"
        case .sessionExpired: "session_expired"
        case .nothingSigned: "signature_missing"
        }
    }
}

extension ServiceFault {
    /// The fault for an invalid signature, with the code of the JSON services.
    init(signature error: SigV4Error, accessKeyID: String? = nil) {
        self.init(
            Code(rawValue: error.jsonCode), error.message,
            cause: RefusedSignature(error, accessKeyID: accessKeyID))
    }
}
