// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehousePages
package import GatehouseSites
package import GatehouseUserPoolKernel
import GatehouseWire

extension Site {
    /// The pages and the OAuth 2.0 endpoints at the domains of user pools.
    ///
    /// `admission` refuses requests that would wait too long; `providers` are the sign-ins at identity providers.
    package static func hosted(_ userPools: UserPools, providers: ProviderSignIns, admission: Admission) -> Site {
        let routes = HostedRoutes(userPools, admission: admission)
        return Site(
            routes: endpoints(routes) + pages(routes, providers) + returns(routes, providers) + PageRoutes.all(routes)
                + files(routes))
    }

    /// The endpoints for programs.
    private static func endpoints(_ routes: HostedRoutes) -> [Route] {
        routes.endpoint(
            .post, "/oauth2/token", label: "oauth2-token", work: .continuing, answer: TokenEndpoint.answer)
            + routes.endpoint(.post, "/oauth2/revoke", label: "oauth2-revoke", answer: RevokeEndpoint.answer)
            + routes.endpoint(.get, "/oauth2/userInfo", label: "oauth2-userinfo", answer: UserInfoEndpoint.answer)
            + routes.endpoint(.post, "/oauth2/userInfo", label: "oauth2-userinfo", answer: UserInfoEndpoint.answer)
            + routes.endpoint(
                .post, "/oauth2/par", label: "oauth2-par", work: .beginning, answer: PushedRequestEndpoint.answer)
    }

    /// The pages for browsers.
    private static func pages(_ routes: HostedRoutes, _ providers: ProviderSignIns) -> [Route] {
        routes.page(
            .get, "/oauth2/authorize", label: "oauth2-authorize", work: .continuing,
            answer: { await AuthorizeEndpoint.answer($0, providers) })
            + routes.page(
                .post, "/oauth2/authorize", label: "oauth2-authorize", form: AuthorizeEndpoint.limits,
                answer: AuthorizeEndpoint.answerForm)
            + routes.page(.get, "/logout", label: "logout", answer: { await LogoutEndpoint.answer($0, providers) })
            + routes.page(.get, "/error", label: "error-page", answer: ErrorEndpoint.answer)
    }

    /// The pages to which identity providers send browsers back.
    private static func returns(_ routes: HostedRoutes, _ providers: ProviderSignIns) -> [Route] {
        routes.page(
            .get, "/oauth2/idpresponse", label: "provider-response", work: .continuing, answer: providers.finish)
            + routes.page(
                .post, "/oauth2/idpresponse", label: "provider-response", work: .continuing, answer: providers.finish)
            + routes.page(
                .post, "/saml2/idpresponse", label: "saml-response", work: .continuing, form: .document,
                answer: providers.finishSAML)
            + routes.page(
                .post, "/saml2/logout", label: "saml-logout", form: .document, answer: providers.finishSignOut)
            + routes.page(.get, "/saml2/logout", label: "saml-logout", answer: providers.finishSignOut)
    }

    /// The style sheets and the script of the pages.
    private static func files(_ routes: HostedRoutes) -> [Route] {
        PageFile.all.flatMap { file in
            routes.file(
                RoutePath(stringLiteral: file.path), label: "page-file", type: file.type, text: file.text)
        }
            + routes.endpoint(.get, RoutePath(stringLiteral: BrandingStyleSheet.path), label: "page-style") {
                request throws(OAuthRefusal) in
                do throws(ServiceFault) {
                    return try await request.styleSheet()
                } catch {
                    throw OAuthRefusal(error)
                }
            }
    }
}
