// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

extension Gateway {
    func keys(ofPool id: String) async -> Outcome {
        await document(Label.keys) { () async throws(ServiceFault) in try await userPools.jsonWebKeySet(ofPool: id) }
    }

    func discovery(ofPool id: String) async -> Outcome {
        await document(Label.discovery) { () async throws(ServiceFault) in
            try await userPools.discoveryDocument(ofPool: id)
        }
    }

    func health() async -> Outcome {
        do {
            try await pages.checkHealth()
            return Outcome(.json(["status": "ok"]), operation: Label.health)
        } catch {
            let response = GatewayResponse.json(["status": "unavailable"], status: 503)
            return Outcome(response, operation: Label.health, code: Label.unavailable, cause: error)
        }
    }

    func nowhere() -> Outcome {
        var paths: [WireValue] = [
            "POST / (Cognito user pools, Cognito identity pools, STS)", "GET /<pool id>/.well-known/jwks.json",
            "GET /<pool id>/.well-known/openid-configuration", "GET /health",
        ]
        if pages.metrics != nil { paths.append("GET /metrics") }
        if pages.outbox != nil { paths.append("GET /dev/outbox") }
        if pages.showsPasskeys { paths.append("GET /dev/passkeys") }
        if pages.overview != nil { paths.append("GET /") }
        if pages.reset != nil { paths.append("POST /dev/reset") }
        let body: WireValue = ["message": "There is nothing at this path.", "paths": .array(paths)]
        return Outcome(.json(body, status: 404), operation: Label.unknown, code: Label.notFound)
    }

    func wrongMethod(allowed: String) -> Outcome {
        var response = GatewayResponse.json(["message": "This path does not support this method."], status: 405)
        response.headers.append(("Allow", allowed))
        return Outcome(response, operation: Label.unknown, code: Label.methodNotAllowed)
    }

    func strangeHost() -> Outcome {
        let fault = ServiceFault(
            .accessDenied,
            "This server answers under its own names only: call it by its base URL, or set GATEHOUSE_BASE_URL."
        )
        return Outcome(JSONAnswer.fault(fault, status: 403), operation: Label.unknown, fault: fault)
    }

    func forwarded() -> Outcome {
        let fault = ServiceFault(
            .accessDenied,
            "A proxy passed this request on, and its visitors could read the outbox: set GATEHOUSE_OUTBOX to false."
        )
        return Outcome(JSONAnswer.fault(fault, status: 403), operation: Label.unknown, fault: fault)
    }

    func tooManyRequests(_ request: GatewayRequest, _ requestID: String) -> Outcome {
        unread(request, .rateExceeded, requestID: requestID)
    }

    /// Refuses a request whose body was not read, in the protocol of the request.
    func unread(_ request: GatewayRequest, _ fault: ServiceFault, requestID: String) -> Outcome {
        let answer =
            request.asksInForm
            ? XMLAnswer.fault(fault.inQueryTerms, status: fault.code.httpStatus, requestID: requestID)
            : JSONAnswer.fault(fault)
        return Outcome(answer, operation: Label.unread, fault: fault)
    }

    func tooLarge() -> Outcome {
        let fault = ServiceFault(
            "RequestEntityTooLargeException", "The body is longer than \(settings.maximumBodySize) bytes."
        )
        return Outcome(JSONAnswer.fault(fault, status: 413), operation: Label.unknown, code: Label.tooLarge)
    }

    private func document(
        _ label: String, _ make: () async throws(ServiceFault) -> WireValue
    ) async -> Outcome {
        do {
            var response = GatewayResponse.json(try await make())
            response.headers.append(("Cache-Control", "public, max-age=300"))
            return Outcome(response, operation: label)
        } catch {
            let status = error.code == .resourceNotFound ? 404 : error.code.httpStatus
            let response = JSONAnswer.fault(error, status: status)
            return Outcome(response, operation: label, fault: error)
        }
    }
}
