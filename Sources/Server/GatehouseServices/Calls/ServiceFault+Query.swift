// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseWire

extension ServiceFault {
    /// The same fault with the code of query services.
    var inQueryTerms: ServiceFault { inQueryTerms(ofSigned: true) }

    /// The same fault with the code of query services, of an operation that checks a signature or does not.
    ///
    /// Where no signature is checked, the expired token is one in the request, which sts names as the JSON services do.
    func inQueryTerms(ofSigned isSigned: Bool) -> ServiceFault {
        guard isSigned || code != .expiredToken, let code = Self.queryCodes[code] else { return self }
        let text = code == .queryMissingAuthenticationToken ? "Request is missing Authentication Token" : message
        return ServiceFault(code, text, members: members, origin: origin, cause: cause)
    }

    private static let queryCodes: [Code: Code] = [
        .internalError: .queryInternalFailure,
        .unknownOperation: .queryInvalidAction,
        .serialization: .queryMalformedInput,
        .accessDenied: .queryAccessDenied,
        .missingAuthenticationToken: .queryMissingAuthenticationToken,
        .unrecognizedClient: .queryInvalidClientTokenId,
        .invalidSignature: .querySignatureDoesNotMatch,
        .incompleteSignature: .queryIncompleteSignature,
        .expiredToken: .queryExpiredToken,
        .tooManyRequests: "Throttling",
        .serviceUnavailable: "ServiceUnavailable",
    ]
}
