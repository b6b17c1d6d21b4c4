// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
public import GatehouseVerifier
import HTTPTypes
public import Hummingbird
import Logging
import NIOCore

/// A context that learns the sender of a signed request.
public protocol CallerRequestContext: RequestContext {
    /// The sender; ``SignatureMiddleware`` sets it before it calls the route.
    var caller: Caller? { get set }
}

/// Calls routes only for requests whose AWS signature is valid, and gives them the sender.
///
/// The signature covers the body, so the whole body is read before the route is called. A refused request gets the
/// status of the refusal, the code in `x-amzn-errortype` and the text as JSON, as from Amazon API Gateway.
public struct SignatureMiddleware<Context: CallerRequestContext>: RouterMiddleware {
    private let verifier: RequestVerifier
    private let maximumBodySize: Int

    /// Creates the middleware; a longer body is refused with status 413.
    public init(_ verifier: RequestVerifier, maximumBodySize: Int = 1_048_576) {
        self.verifier = verifier
        self.maximumBodySize = maximumBodySize
    }

    /// Verifies the signature, and calls the route or responds with the refusal.
    @concurrent public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var (request, context) = (request, context)
        let body = try await request.collectBody(upTo: maximumBodySize)
        do throws(RequestRefusal) {
            context.caller = try await verifier.verify(SignedRequest(request.head, body: Data(body.readableBytesView)))
        } catch {
            context.logger.log(
                level: error.kind == .unavailable ? .error : .debug, "A signature is refused.",
                metadata: ["refusal": "\(error)"])
            return Response(refusal: error.message, code: error.code, status: error.status)
        }
        return try await next(request, context)
    }
}

extension SignedRequest {
    /// The request as it was received.
    init(_ head: HTTPRequest, body: Data) {
        var headers = head.headerFields.map { (name: $0.name.rawName, value: $0.value) }
        // Hummingbird takes the first Host field, or `:authority`, out of the header fields.
        if let authority = head.authority { headers.append((name: "host", value: authority)) }
        self.init(method: head.method.rawValue, target: head.path ?? "", headers: headers, body: body)
    }
}

extension Response {
    /// The response to a request that is not accepted.
    init(refusal message: String, code: String, status: Int, headers: HTTPFields = [:]) {
        var headers = headers
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        if let name = HTTPField.Name("x-amzn-errortype") { headers[name] = code }
        if status == 503 { headers[.retryAfter] = "1" }
        let body = (try? JSONEncoder().encode(["message": message])) ?? Data("{}".utf8)
        self.init(status: .init(code: status), headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
