// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSites
import GatehouseWire

/// A request that is answered without execution, in the form and with the words of AppSync.
struct RequestRefusal: Error {
    /// The status of HTTP.
    let status: Int
    /// The type of the error, from a closed list or the code of a service fault; it becomes a label of metrics.
    let errorType: String
    /// The text for the caller.
    let message: String
    /// The reason for the log.
    var cause: (any Error)?
    /// The id of the API for the log, if there is one.
    var api: String?

    init(_ status: Int, _ errorType: String, _ message: String, cause: (any Error)? = nil) {
        self.status = status
        self.errorType = errorType
        self.message = message
        self.cause = cause
    }

    static let emptyBody = RequestRefusal(400, "MalformedHttpRequestException", "Request body is empty.")
    static let unreadable = RequestRefusal(400, "MalformedHttpRequestException", "Unable to parse GraphQL query.")
    static let noSchema = RequestRefusal(502, "GraphQLSchemaException", "No schema definition exists.")
    static let tooLarge = RequestRefusal(
        413, "RequestEntityTooLarge", "The request is longer than \(GraphQLOverHTTP.longestBody) bytes.")

    /// The refusal of JSON that is not a request: an object gets the name of the member that is missing or wrong, other
    /// values AppSync's text.
    static func wrongMember(of json: WireValue) -> RequestRefusal {
        guard let members = json.objectValue, !members.isEmpty else { return .unreadable }
        let problem =
            if json["query"]?.stringValue == nil {
                "The request has no member 'query' with a text."
            } else if json["variables"].map({ !$0.isNull && $0.objectValue == nil }) == true {
                "The member 'variables' of the request is not an object."
            } else {
                "The member 'operationName' of the request is not a text."
            }
        return RequestRefusal(400, unreadable.errorType, problem)
    }

    /// The API does not exist.
    static let noAPI = RequestRefusal(404, "NotFoundException", "GraphQL API not found.")

    /// The request has no caller of a mode that the API accepts.
    static func unauthorized(_ reason: Unauthorized, cause: (any Error)? = nil) -> RequestRefusal {
        RequestRefusal(401, "UnauthorizedException", reason.rawValue, cause: cause)
    }

    /// The texts of refusals with status 401.
    enum Unauthorized: String {
        case notAuthorized = "You are not authorized to make this call."
        case noHeader = "Missing authorization header"
        case noValidHeader = "Valid authorization header not provided."
        case noToken = "Unable to parse JWT token."
        case expired = "Token has expired."
    }

    /// The signature of a request is refused.
    static func signature(_ fault: ServiceFault) -> RequestRefusal {
        fault.isOfServer
            ? .failure(fault) : RequestRefusal(403, fault.code.rawValue, fault.message, cause: fault.cause)
    }

    /// The server could not decide on the request.
    static func failure(_ error: any Error) -> RequestRefusal {
        let fault = ServiceFault.ofRequest(error)
        let type = fault.code == .serviceUnavailable ? "ServiceUnavailableException" : "InternalFailureException"
        return RequestRefusal(fault.answerStatus, type, fault.message, cause: fault.cause)
    }

    /// Whether the caller is not authenticated, so that another attempt without other credentials is refused, too.
    var isOfCaller: Bool { status == 401 || status == 403 }

    /// Whether the server could not decide, so that another attempt with the same credentials may succeed.
    var isOfServer: Bool { status >= 500 }

    /// The element of `errors`.
    var error: GraphQLObject { ["errorType": .string(errorType), "message": .string(message)] }

    /// The response of HTTP.
    var response: GatewayResponse {
        var response = GatewayResponse.graphQL(["errors": .list([.object(error)])], status: status)
        response.headers.append(("x-amzn-ErrorType", errorType))
        if status == 429 || status == 503 { response.headers.append(CommonHeaders.retryAfterOverload) }
        return response
    }
}

extension RequestRefusal {
    /// The gateway's refusal of a request in the form of this site.
    static func response(to fault: ServiceFault, status: Int) -> GatewayResponse {
        switch status {
        case 413: RequestRefusal(413, "RequestEntityTooLarge", fault.message).response
        case 429: RequestRefusal(429, "ThrottlingException", fault.message).response
        default: RequestRefusal(status, fault.code.rawValue, fault.message).response
        }
    }
}

extension ServiceFault {
    /// The fault of a request that the server could not complete.
    static func ofRequest(_ error: any Error) -> ServiceFault {
        guard error is OutdatedRevision else { return ServiceFault(unforeseen: error) }
        return ServiceFault(.serviceUnavailable, "The API was changed while the request ran.", cause: error)
    }

    /// Whether the server is the reason for the fault.
    fileprivate var isOfServer: Bool { answerStatus >= 500 }
}

extension GatewayResponse {
    /// A response with an object of GraphQL, whose members stay in their order.
    static func graphQL(_ members: GraphQLObject, status: Int = 200) -> GatewayResponse {
        GatewayResponse(
            status: status, headers: [("Content-Type", "application/json;charset=UTF-8")],
            body: Data(GraphQLValue.object(members).jsonBytes()))
    }
}
