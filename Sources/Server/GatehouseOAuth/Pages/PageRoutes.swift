// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehousePages
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// A page of sign-ins and accounts with its form.
struct PageRoute: Sendable {
    /// Replies to a request.
    typealias Answer = @Sendable (SignInPages) async throws(ServiceFault) -> PageReply

    let path: PagePath
    let label: String
    /// The work for the form.
    let work: HostedRoutes.Work
    let show: Answer
    let submit: Answer

    /// The pages that belong to an authorization request, whose query all of them keep.
    static let ofRequests: [PageRoute] = [
        PageRoute(
            path: .login, label: "login", work: .beginning,
            show: { pages throws(ServiceFault) in
                try await pages.showLogin()
            }, submit: { pages throws(ServiceFault) in try await pages.submitLogin() }),
        PageRoute(
            path: .step, label: "login-step", work: .continuing,
            show: { pages throws(ServiceFault) in
                // A reload of the page has no form, so the sign-in begins again.
                pages.responder.redirect(to: .login, query: pages.responder.query)
            }, submit: { pages throws(ServiceFault) in try await pages.submitStep() }),
        PageRoute(
            path: .signUp, label: "signup", work: .beginning,
            show: { pages throws(ServiceFault) in
                pages.showSignUp()
            }, submit: { pages throws(ServiceFault) in try await pages.submitSignUp() }),
        PageRoute(
            path: .confirm, label: "confirm", work: .continuing,
            show: { pages throws(ServiceFault) in
                pages.showConfirm()
            }, submit: { pages throws(ServiceFault) in try await pages.submitConfirm() }),
        PageRoute(
            path: .resendCode, label: "resendcode", work: .beginning,
            show: { pages throws(ServiceFault) in
                pages.showResend()
            }, submit: { pages throws(ServiceFault) in try await pages.submitResend() }),
        PageRoute(
            path: .forgotPassword, label: "forgot-password", work: .beginning,
            show: { pages throws(ServiceFault) in
                pages.showForgotPassword()
            }, submit: { pages throws(ServiceFault) in try await pages.submitForgotPassword() }),
        PageRoute(
            path: .confirmForgotPassword, label: "confirm-forgot-password", work: .continuing,
            show: { pages throws(ServiceFault) in pages.showReset() },
            submit: { pages throws(ServiceFault) in try await pages.submitReset() }),
    ]

    /// Answers a request for the page or with its form.
    func answer(_ request: HostedRequest) async -> PageReply {
        let pages: SignInPages
        do throws(AuthorizeRefusal) {
            pages = try await SignInPages(request)
        } catch {
            return request.reply(error)
        }
        return await pages.responder.guarded { () throws(ServiceFault) in
            guard pages.hasPoolUsers || path == .login else {
                // The other pages are for accounts of the pool itself.
                return pages.responder.redirect(to: .login, query: pages.responder.query)
            }
            guard request.call.request.method == "POST" else { return try await show(pages) }
            guard request.isGenuine(for: path.rawValue) else {
                return pages.login(userName: nil, error: .formExpired, status: 403)
            }
            return try await submit(pages)
        }
    }
}

extension PageResponder {
    /// Returns the reply of a controller, or the error page for its fault; a page gets the style of the client.
    func guarded(
        _ answer: () async throws(ServiceFault) -> PageReply
    ) async -> PageReply {
        var reply: PageReply
        do throws(ServiceFault) {
            reply = try await answer()
        } catch {
            reply = errorPage(error)
        }
        guard reply.page != nil else { return reply }
        do throws(ServiceFault) {
            reply.draw(in: try await style)
        } catch {
            reply = errorPage(error)
            reply.draw(in: PageBranding())
        }
        return reply
    }

    private func errorPage(_ fault: ServiceFault) -> PageReply {
        let page = ErrorPage(code: HostedError(fault).rawValue, requestID: request.call.requestID)
        return reply(page, to: .error, fault: fault)
    }

    private var style: PageBranding {
        get async throws(ServiceFault) {
            if let branding { return branding }
            return try await request.branding(ofClient: client.id)
        }
    }
}

/// The routes of the pages.
enum PageRoutes {
    /// Creates the routes of all pages with forms.
    static func all(_ routes: HostedRoutes) -> [Route] {
        PageRoute.ofRequests.flatMap { page in
            [RouteMethod.get, .post].flatMap { method in
                routes.page(
                    method, RoutePath(stringLiteral: page.path.rawValue), label: page.label,
                    work: method == .get ? .page : page.work, answer: page.answer)
            }
        }
            + [RouteMethod.get, .post].flatMap { method in
                routes.page(
                    method, RoutePath(stringLiteral: PagePath.confirmUser.rawValue), label: "confirm-user",
                    work: method == .get ? .page : .continuing, answer: ConfirmationLinkPages.answer)
                    + routes.page(
                        method, RoutePath(stringLiteral: PagePath.addPasskey.rawValue), label: "passkeys-add",
                        work: .continuing, answer: PasskeyPages.answer)
            }
    }
}
