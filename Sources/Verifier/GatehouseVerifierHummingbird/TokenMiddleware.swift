// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import GatehouseVerifier
import HTTPTypes
public import Hummingbird
import Logging

/// A context that learns the token of a request.
public protocol TokenRequestContext: RequestContext {
    /// The claims of the token; ``TokenMiddleware`` sets them before it calls the route.
    var token: VerifiedToken? { get set }
}

/// Calls routes only for requests with a valid token of a user pool, and gives them its claims.
///
/// The token is the value of `Authorization`, after `Bearer` (RFC 6750, section 2.1) or alone, as Amplify sends it.
public struct TokenMiddleware<Context: TokenRequestContext>: RouterMiddleware {
    private let verifier: TokenVerifier
    private let use: VerifiedToken.Use

    /// Creates the middleware for tokens of a use.
    public init(_ verifier: TokenVerifier, use: VerifiedToken.Use = .access) {
        self.verifier = verifier
        self.use = use
    }

    /// Verifies the token, and calls the route or responds with the refusal.
    @concurrent public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        guard let token = Self.token(in: request.headers[values: .authorization]) else {
            return Response(
                refusal: "The request has no token.", code: "UnauthorizedException", status: 401,
                headers: [.wwwAuthenticate: "Bearer"])
        }
        do throws(InvalidToken) {
            context.token = try await verifier.verify(token, as: use)
        } catch {
            if case .keysUnavailable(let reason) = error {
                context.logger.error("A token cannot be verified.", metadata: ["reason": "\(reason)"])
                return Response(refusal: error.message, code: "ServiceUnavailableException", status: error.status)
            }
            return Response(
                refusal: error.message, code: "UnauthorizedException", status: error.status,
                headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#])
        }
        return try await next(request, context)
    }

    /// The token of the one `Authorization` field.
    private static func token(in fields: [String]) -> String? {
        guard fields.count == 1, let field = fields.first else { return nil }
        let words = field.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        switch words.count {
        case 1: return words[0]
        case 2: return words[0].lowercased() == "bearer" ? words[1] : nil
        default: return nil
        }
    }
}
