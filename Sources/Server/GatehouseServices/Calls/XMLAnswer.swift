// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseSites
import GatehouseWire

/// Creates responses of the query services, STS and IAM.
enum XMLAnswer {
    private static let contentType = (name: "Content-Type", value: QueryAnswer.contentType)

    static func success(
        _ output: any WireStructure, of route: OperationRoute, requestID: String
    ) -> GatewayResponse {
        let result = output.wireValue(in: route.service.form)
        let body = QueryAnswer.body(of: result, operation: route.name, service: route.service, requestId: requestID)
        return GatewayResponse(status: 200, headers: [contentType], body: body)
    }

    static func fault(
        _ fault: ServiceFault, of service: ServiceIdentity, status: Int? = nil, requestID: String
    ) -> GatewayResponse {
        let body = QueryAnswer.body(of: fault, service: service, requestId: requestID)
        let status = status ?? fault.answerStatus
        var headers = [contentType]
        if status == 503 { headers.append(fault.retryAfter) }
        return GatewayResponse(status: status, headers: headers, body: body)
    }
}
