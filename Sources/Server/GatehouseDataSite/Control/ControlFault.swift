// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseSites
package import GatehouseWire

// The codes of AppSync's control plane.
extension ServiceFault.Code {
    /// The request is not valid, or asks for what this server does not have.
    package static let badRequest: Self = "BadRequestException"
    /// There is no such API, key or schema.
    package static let notFound: Self = "NotFoundException"
    /// Another change of the API runs, or was made meanwhile.
    package static let concurrentModification: Self = "ConcurrentModificationException"
    /// The API has no schema.
    package static let graphQLSchema: Self = "GraphQLSchemaException"
    /// The API has as many keys as are allowed.
    package static let apiKeyLimit: Self = "ApiKeyLimitExceededException"
    /// The life of a key is too short or too long.
    package static let apiKeyValidity: Self = "ApiKeyValidityOutOfBoundsException"
    /// The server has as many APIs as are allowed.
    package static let apiLimit: Self = "ApiLimitExceededException"
}

extension ServiceFault {
    /// The refusal of a request, with its reason.
    static func badRequest(_ message: String) -> ServiceFault { ServiceFault(.badRequest, message) }

    /// The refusal of a change beside another one.
    static let schemaIsChanging = ServiceFault(
        .concurrentModification, "Schema is currently being altered, please wait until that is complete.")

    /// The same fault in the terms of AppSync.
    var inControlTerms: ServiceFault {
        let code: Code =
            switch self.code {
            case .internalError: "InternalFailureException"
            case .serialization, .validation: .badRequest
            case "TooManyRequestsException": "LimitExceededException"
            default: self.code
            }
        return ServiceFault(code, message, members: members, origin: origin, cause: cause)
    }

    /// The status of the response (contract, section 14.1; for signatures and permissions as AWS answers REST-JSON).
    var controlStatus: Int {
        if answerStatus == 503 { return 503 }
        return switch code {
        case .notFound: 404
        case .concurrentModification: 409
        case "UnauthorizedException": 401
        case "LimitExceededException": 429
        case "InternalFailureException": 500
        case .accessDenied, .missingAuthenticationToken, .unrecognizedClient, .invalidSignature, .incompleteSignature,
            .expiredToken:
            403
        default: 400
        }
    }
}

/// Creates responses of AppSync's control plane (REST-JSON).
enum ControlAnswer {
    static func success(_ output: WireValue) -> GatewayResponse {
        GatewayResponse(status: 200, headers: [("Content-Type", "application/json")], body: output.json())
    }

    /// The response with a document as its body.
    static func document(_ body: Data, type: String) -> GatewayResponse {
        GatewayResponse(status: 200, headers: [("Content-Type", type)], body: body)
    }

    /// The response to a refused request; the gateway's own refusals have statuses of their own.
    static func fault(_ fault: ServiceFault, status: Int? = nil) -> GatewayResponse {
        let named = fault.inControlTerms
        let status = status ?? named.controlStatus
        var headers: [(name: String, value: String)] = [
            ("Content-Type", "application/json"), ("x-amzn-ErrorType", named.code.rawValue),
        ]
        if status == 503 || status == 429 { headers.append(fault.retryAfter) }
        let body: WireValue = ["message": .string(named.message)]
        return GatewayResponse(status: status, headers: headers, body: body.json())
    }
}
