// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// Creates responses to uploads in the form of Amazon S3, which receives such files for Cognito.
enum ObjectAnswer {
    /// The error codes of Amazon S3.
    enum Code: String {
        case signatureDoesNotMatch = "SignatureDoesNotMatch"
        case accessDenied = "AccessDenied"
        case entityTooLarge = "EntityTooLarge"
        case operationAborted = "OperationAborted"
        case internalError = "InternalError"
        case serviceUnavailable = "ServiceUnavailable"

        fileprivate var httpStatus: Int {
            switch self {
            case .signatureDoesNotMatch, .accessDenied: 403
            case .entityTooLarge: 400
            case .operationAborted: 409
            case .internalError: 500
            case .serviceUnavailable: 503
            }
        }
    }

    static func refusal(_ refusal: ImportUploadRefusal, requestID: String) -> (GatewayResponse, Code) {
        switch refusal {
        case .wrongSignature:
            error(
                .signatureDoesNotMatch,
                "The signature of this URL is not valid.", requestID)
        case .expired: error(.accessDenied, "Request has expired", requestID)
        case .tooLarge:
            error(.entityTooLarge, "Your proposed upload exceeds the maximum allowed size", requestID)
        case .notAwaited: error(.accessDenied, "The import job no longer accepts a file.", requestID)
        case .superseded: error(.operationAborted, "A later upload for the same import job has begun.", requestID)
        }
    }

    static func failure(_ cause: any Error, requestID: String) -> (GatewayResponse, Code) {
        if let outage = cause as? any StoreFailure, outage.isOutage {
            var (response, code) = error(.serviceUnavailable, "Service is unable to handle request.", requestID)
            response.headers.append(CommonHeaders.retryAfter)
            return (response, code)
        }
        return error(.internalError, "We encountered an internal error. Please try again.", requestID)
    }

    private static func error(_ code: Code, _ message: String, _ requestID: String) -> (GatewayResponse, Code) {
        let members: WireValue = [
            "Code": .string(code.rawValue), "Message": .string(message), "RequestId": .string(requestID),
        ]
        let response = GatewayResponse(
            status: code.httpStatus, headers: [("Content-Type", "application/xml")],
            body: XMLDocument.body(root: "Error", members))
        return (response, code)
    }
}
