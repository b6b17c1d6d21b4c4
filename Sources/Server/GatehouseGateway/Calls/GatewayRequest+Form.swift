// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import GatehouseWire

extension GatewayRequest {
    /// Whether the request has a form of the query protocol, in its body or in its query.
    var hasForm: Bool {
        hasFormBody || queryValue("Action") != nil
    }

    /// Whether the request uses the query protocol, according to its head alone.
    var asksInForm: Bool {
        hasFormType || queryValue("Action") != nil
    }

    /// The request's form.
    /// - Throws: a fault of the query protocol.
    func form() throws(ServiceFault) -> QueryRequest {
        hasFormBody ? try QueryRequest(body: body) : try QueryRequest(form: query)
    }

    /// Whether the body is a form; a JSON object is not one, even if a program such as curl sends the content type of
    /// forms.
    var hasFormBody: Bool { hasFormType && !body.isEmpty && body.first != UInt8(ascii: "{") }
}
