// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehousePages
import GatehouseSites
import GatehouseWire

/// `/error`: the page for requests that cannot return to their client.
enum ErrorEndpoint {
    /// Shows the error that the query names; other texts than the known errors are not shown, since anyone can write a
    /// link.
    static func answer(_ request: HostedRequest) async -> PageReply {
        let error = request.parameters.value("error").flatMap(HostedError.init(rawValue:)) ?? .invalidRequest
        let page = ErrorPage(code: error.rawValue, description: error.text, requestID: request.call.requestID)
        let context = PageContext(language: request.language, basePath: request.domain.basePath)
        // Only the request that led here has failed, and anyone can write a link: this one is no failure of the server.
        return PageReply(
            request.response(page, in: context, status: 400), .refusal(code: error.rawValue, reason: nil))
    }
}

extension HostedError {
    /// The description for the developer of the client, with the words of the service.
    fileprivate var text: String? {
        switch self {
        case .unknownClient: "Client does not exist"
        case .missingRedirect: "Required String parameter 'redirect_uri' is not present"
        case .invalidSAML: "Invalid samlResponse or relayState from identity provider"
        default: nil
        }
    }
}
