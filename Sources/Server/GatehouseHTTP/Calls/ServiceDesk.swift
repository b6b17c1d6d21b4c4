// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseWire

/// Answers calls of operations: finds the operation, then the caller, then lets the domain answer.
struct ServiceDesk: Sendable {
    let routes: OperationRoutes
    let callers: CallerAuthentication
    let deployment: Deployment

    /// Answers what was sent to `/`; told apart by target header, then by action, then by the signature's scope.
    func answer(_ request: GatewayRequest, requestID: String) async -> Outcome {
        if let target = request.header("X-Amz-Target") {
            return await answer(target: target, request, requestID: requestID)
        }
        let form = QueryForm(request)
        if form.action != nil || SignatureClaim(request.signable)?.service == "sts" {
            return await answer(form, request, requestID: requestID)
        }
        return refusal(ServiceFault(.unknownOperation, "The request names no operation."))
    }

    private func answer(target: String, _ request: GatewayRequest, requestID: String) async -> Outcome {
        guard let route = routes.route(target: target) else {
            return refusal(ServiceFault(.unknownOperation, "The operation is not known to this service."))
        }
        do {
            let output = try await perform(route, request, requestID: requestID) { () throws(ServiceFault) in
                try JSONBody.input(request.body)
            }
            return Outcome(JSONAnswer.success(output), operation: route.name)
        } catch {
            return Outcome(
                JSONAnswer.fault(error), operation: route.name, code: error.code.rawValue, cause: error.cause
            )
        }
    }

    private func answer(_ form: QueryForm, _ request: GatewayRequest, requestID: String) async -> Outcome {
        guard let route = form.action.flatMap(routes.route(action:)) else {
            let fault = ServiceFault(.queryInvalidAction, "Could not find the operation for version 2011-06-15")
            return Outcome(
                QueryAnswer.fault(fault, requestID: requestID), operation: Label.unknown, code: fault.code.rawValue
            )
        }
        do {
            let output = try await perform(route, request, requestID: requestID) { () throws(ServiceFault) in
                try form.input()
            }
            return Outcome(QueryAnswer.success(output, of: route, requestID: requestID), operation: route.name)
        } catch {
            let fault = error.inQueryTerms
            return Outcome(
                QueryAnswer.fault(fault, requestID: requestID), operation: route.name, code: fault.code.rawValue,
                cause: error.cause
            )
        }
    }

    /// Who calls comes before what is called with: an unsigned administration call learns nothing about its body.
    private func perform(
        _ route: OperationRoute, _ request: GatewayRequest, requestID: String,
        input: () throws(ServiceFault) -> WireValue
    ) async throws(ServiceFault) -> WireValue {
        let signable = request.signable
        let region = SignatureClaim(signable)?.region ?? deployment.defaultRegion
        var principal = Principal.anonymous
        if route.isSigned {
            principal = try await callers.principal(of: signable, for: route.service)
            try Permission.check(principal, for: route, in: region, of: deployment)
        }
        let context = RequestContext(
            requestID: requestID, region: region, principal: principal, sourceAddress: request.remoteAddress,
            userAgent: request.header("User-Agent") ?? ""
        )
        return try await route.perform(try input(), context: context)
    }

    private func refusal(_ fault: ServiceFault) -> Outcome {
        Outcome(JSONAnswer.fault(fault), operation: Label.unknown, code: fault.code.rawValue)
    }
}
