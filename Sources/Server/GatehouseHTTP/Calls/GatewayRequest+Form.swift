// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

extension GatewayRequest {
    /// Whether the request carries a form of the query protocol, in its body or in its address.
    var hasForm: Bool {
        hasFormBody || queryValue("Action") != nil
    }

    /// Whether the request is one of the query protocol by its head alone.
    var asksInForm: Bool {
        hasFormType || queryValue("Action") != nil
    }

    /// The form.
    /// - Throws: a fault in the terms of the query protocol.
    func form() throws(ServiceFault) -> QueryRequest {
        hasFormBody ? try QueryRequest(body: body) : try QueryRequest(form: query)
    }

    /// A JSON object is no form: some programs, such as curl, name the type of forms unless another one is given.
    private var hasFormBody: Bool { hasFormType && !body.isEmpty && body.first != UInt8(ascii: "{") }

    private var hasFormType: Bool {
        let type = "application/x-www-form-urlencoded"
        let given = header("Content-Type").map { String($0.unicodeScalars.prefix(type.utf8.count)) }
        return given.map { HeaderName.areEqual($0, type) } ?? false
    }
}
