// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
package import GatehouseSites
import GatehouseUserPoolModel
package import GatehouseWire

/// The refusal of a request by an endpoint for programs: an error in JSON (RFC 6749, section 5.2).
package struct OAuthRefusal: Error, Sendable {
    /// The pause before another attempt, in seconds, of a request that was one too many.
    static let pause = 1

    /// The error.
    package let error: OAuthError
    /// The reason, for developers.
    package let description: String?
    /// The HTTP status.
    package var status: Int
    /// The value of the header `WWW-Authenticate`, if the response has one.
    package var challenge: String?
    /// The fault behind the error, for logs and metrics.
    private(set) var fault: ServiceFault?
    /// What the log says about the refusal; by default, its description.
    var note: String?

    /// Creates a refusal with status 400.
    package init(_ error: OAuthError, _ description: String? = nil, status: Int = 400) {
        self.error = error
        self.description = description
        self.status = status
    }

    /// Creates the refusal for a fault of an operation.
    ///
    /// The error of a trigger reaches the client; other faults show no detail.
    package init(_ fault: ServiceFault) {
        switch fault.code {
        case _ where fault.overload != nil, .serviceUnavailable: self.init(.temporarilyUnavailable, status: 503)
        case .tooManyRequests, .limitExceeded, .throttling: self.init(.temporarilyUnavailable, status: 429)
        case .userLambdaValidation, .unexpectedLambda, .invalidLambdaResponse:
            self.init(.invalidRequest, fault.message)
        case .internalError: self.init(.serverError, status: 500)
        default: self.init(fault.code.httpStatus < 500 ? .invalidRequest : .serverError, status: fault.code.httpStatus)
        }
        self.fault = fault
    }

    /// The refusal with the fault behind it, for logs and metrics.
    func because(of fault: ServiceFault) -> OAuthRefusal {
        var refusal = self
        refusal.fault = fault
        return refusal
    }

    /// The response.
    package var response: GatewayResponse {
        var members: [WireName: WireValue] = ["error": .string(error.rawValue)]
        members["error_description"] = description.map(WireValue.string)
        var response = GatewayResponse.json(.object(members), status: status)
        response.headers += GatewayResponse.unstored
        if let challenge { response.headers.append(("WWW-Authenticate", challenge)) }
        if status == 429 || status == 503 { response.headers.append(("Retry-After", String(Self.pause))) }
        return response
    }

    /// The outcome of a route.
    package func outcome(of label: String) -> Outcome {
        if let fault { return Outcome(response, operation: label, fault: fault) }
        var outcome = Outcome(response, operation: label, code: error.rawValue)
        outcome.note = note ?? description
        return outcome
    }
}

extension GatewayResponse {
    /// The headers of responses with tokens, which no cache may store (RFC 6749, section 5.1).
    static let unstored: [(name: String, value: String)] = [("Cache-Control", "no-store"), ("Pragma", "no-cache")]
}
