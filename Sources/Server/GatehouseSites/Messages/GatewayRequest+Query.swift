// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto
import GatehouseText
package import GatehouseWire

/// The query, the form and the signed form of a request.
extension GatewayRequest {
    /// The first value of a query field, decoded as signatures cover it: `+` is a plus sign.
    package func queryValue(_ name: String) -> String? { queryValues(name).first }

    /// All values of a query field, in their order and decoded as signatures cover them.
    package func queryValues(_ name: String) -> [String] {
        SignableRequest.query(parsing: query).filter { $0.0.hasBytes(of: name) }.map(\.1)
    }

    /// Whether the request can have a signature, in a header or in its query.
    package var maySign: Bool { !query.isEmpty || header("Authorization") != nil }

    /// The request in the form that signatures cover.
    package var signable: SignableRequest {
        SignableRequest(
            method: method, path: path, query: SignableRequest.query(parsing: query), headers: headers,
            body: Array(body)
        )
    }

    /// Whether the client is a browser that requests a page.
    package var wantsHTML: Bool { queryValue("format") != "json" && header("Accept")?.contains("text/html") == true }

    /// Whether the content type is the type of forms.
    package var hasFormType: Bool {
        let type = "application/x-www-form-urlencoded"
        let given = header("Content-Type").map { String($0.unicodeScalars.prefix(type.utf8.count)) }
        return given.map { HeaderName.areEqual($0, type) } ?? false
    }

    /// Whether the request has a form of the query protocol, in its body or in its query.
    package var hasForm: Bool {
        hasFormBody || queryValue("Action") != nil
    }

    /// Whether the request uses the query protocol, according to its head alone.
    package var asksInForm: Bool {
        hasFormType || queryValue("Action") != nil
    }

    /// The request's form.
    /// - Throws: a fault of the query protocol.
    package func form() throws(ServiceFault) -> QueryRequest {
        hasFormBody ? try QueryRequest(body: body) : try QueryRequest(form: query)
    }

    /// Whether the body is a form; a JSON object is not one, even if a program such as curl sends the content type of
    /// forms.
    package var hasFormBody: Bool { hasFormType && !body.isEmpty && body.first != UInt8(ascii: "{") }

    /// Whether the request's head is in stream-safe form: its path, its query with escapes decoded, and its headers.
    package var isStreamSafe: Bool {
        StreamSafeText.contains(path)
            && headers.allSatisfy { StreamSafeText.contains($0.name) && StreamSafeText.contains($0.value) }
            && (Self.isASCII(query)
                || SignableRequest.query(parsing: query).allSatisfy {
                    StreamSafeText.contains($0.0) && StreamSafeText.contains($0.1)
                })
    }

    /// Whether a query is ASCII with its escapes decoded, which has no combining marks.
    private static func isASCII(_ query: String) -> Bool {
        // The first digit of an escape of a byte beyond ASCII is 8 or more.
        var isAfterPercent = false
        for byte in query.utf8 {
            guard byte < 0x80, !isAfterPercent || UInt8(ascii: "0")...UInt8(ascii: "7") ~= byte else { return false }
            isAfterPercent = byte == UInt8(ascii: "%")
        }
        return true
    }
}

extension ServiceFault {
    /// The refusal of text that is not in stream-safe form.
    package static let notStreamSafe = ServiceFault(.serialization, StreamSafeText.refusal)
}
