// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCore
import GatehousePages
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

/// `/oauth2/authorize`: returns a user who is signed in to the client, and shows the login page to others.
enum AuthorizeEndpoint {
    /// The bounds of a posted request, whose parameters become the query of an address.
    static let limits = FormParameters.Limits(bytes: 8_192)

    /// Answers a request.
    static func answer(_ request: HostedRequest, _ providers: ProviderSignIns) async -> PageReply {
        do throws(AuthorizeRefusal) {
            let request = try await request.takingPushedRequest()
            let authorize = try await request.authorizeRequest()
            var reply = try await answer(authorize, request, providers)
            request.keepReference(in: &reply)
            return reply
        } catch {
            return request.reply(error)
        }
    }

    /// Answers a request whose parameters are a form (OpenID Connect Core, section 3.1.2.1): the browser repeats it with
    /// GET.
    ///
    /// A browser does not send the cookie of the session with the form of another site, but with the request that
    /// follows, so both ways have the same result. The form changes nothing, so it needs no token.
    static func answerForm(_ request: HostedRequest) async -> PageReply {
        let body = String(decoding: request.call.request.body, as: UTF8.self)
        // The form was read before, so it can be read here; written anew, it has no character that ends a query.
        guard let fields = try? FormFields.read(body, maximum: limits.count) else {
            return request.reply(.page(.invalidRequest, clientID: nil))
        }
        let query = fields.isEmpty ? request.call.request.query : FormFields.text(fields.map { ($0.name, $0.value) })
        return PageReply(.redirect(to: request.path(PagePath.authorize.rawValue, query: query), .seeOther))
    }

    private static func answer(
        _ authorize: AuthorizeRequest, _ request: HostedRequest, _ providers: ProviderSignIns
    ) async throws(AuthorizeRefusal) -> PageReply {
        if let session = try await currentSession(for: authorize, in: request) {
            return await finish(authorize, with: session, in: request)
        }
        guard !authorize.prompts.contains(.none) else { throw .redirect(authorize.refusal(.loginRequired)) }
        if case .named(let name)? = authorize.provider {
            // The state at the provider is sealed, and returns without the browser's id.
            return await providers.begin(authorize, at: name, query: request.parameterText, in: request)
        }
        let location = request.path(PagePath.login.rawValue, query: request.call.request.query)
        return PageReply(.redirect(to: location, .found))
    }

    /// The session that satisfies a request; `nil` if the user must sign in or select an account.
    private static func currentSession(
        for authorize: AuthorizeRequest, in request: HostedRequest
    ) async throws(AuthorizeRefusal) -> BrowserSessionRecord? {
        guard let cookie = request.cookies.value(.session), !authorize.prompts.contains(.selectAccount) else {
            return nil
        }
        let session: OpenBrowserSession?
        do throws(ServiceFault) {
            session = try await request.service.browserSession(
                cookie, inPool: request.pool.id, for: authorize.client)
        } catch {
            throw .redirect(authorize.refusal(error))
        }
        guard let session, authorize.isSatisfied(by: session, at: request.service.pools.clock.now),
            await request.hasHint(of: session.user.sub, for: authorize.client)
        else { return nil }
        return session.record
    }

    /// Issues the code or the tokens, and returns to the client with them or with the error.
    static func finish(
        _ authorize: AuthorizeRequest, with session: BrowserSessionRecord, in request: HostedRequest
    ) async -> PageReply {
        let service = request.service
        do throws(ServiceFault) {
            switch authorize.type {
            case .code:
                let code = try await service.issueCode(for: session, authorize.authorized)
                return reply(to: authorize, with: code, in: request)
            case .token:
                let tokens = try await service.issueImplicitTokens(for: session, authorize.authorized)
                return PageReply(
                    request.response(AuthorizeResponse(tokens, to: authorize, issuer: request.issuer)))
            }
        } catch {
            return request.reply(authorize.refusal(error), for: error)
        }
    }

    /// Returns to the client with a code that was issued.
    static func reply(to authorize: AuthorizeRequest, with code: String, in request: HostedRequest) -> PageReply {
        PageReply(request.response(AuthorizeResponse(code: code, to: authorize, issuer: request.issuer)))
    }
}

extension AuthorizeRequest {
    /// What the code or the tokens of the request are issued for.
    var authorized: AuthorizedRequest {
        AuthorizedRequest(
            client: client, pool: pool, redirectURI: redirectURI.text, hasRedirectURI: namesRedirectURI,
            grant: TokenGrant(scopes: scopes, audience: resource), nonce: nonce, codeChallenge: codeChallenge)
    }
}

extension AuthorizeRequest {
    /// The error for a fault of an operation; only the errors of triggers show a reason.
    package func refusal(_ fault: ServiceFault) -> AuthorizeErrorResponse {
        switch fault.code {
        case .userLambdaValidation, .unexpectedLambda, .invalidLambdaResponse:
            refusal(.invalidRequest, fault.message)
        case .notAuthorized: refusal(.accessDenied)
        case _ where fault.overload != nil, .serviceUnavailable, .tooManyRequests, .limitExceeded:
            refusal(.temporarilyUnavailable)
        default: refusal(.serverError)
        }
    }
}
