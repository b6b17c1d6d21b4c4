// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehousePages
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The pages of sign-ins and accounts, for one authorization request.
///
/// They drive the same machine as the operations of the API. Between two forms, ``PageRun`` has the state.
struct SignInPages: Sendable {
    /// The request.
    let request: HostedRequest
    /// The authorization request, to which the browser returns after the sign-in.
    let authorize: AuthorizeRequest
    /// The providers of the pool with which users of the client can sign in.
    let providers: [IdentityProviderRecord]
    /// The style of the client's pages; `nil` for a form, which mostly ends in a redirect.
    let branding: PageBranding?

    /// Reads the authorization request in a request's query with the records that its pages show, in one transaction.
    /// - Throws: the refusal of the request; a fault of the store is one, too.
    init(_ request: HostedRequest) async throws(AuthorizeRefusal) {
        let domain = request.domain.record
        let isForm = request.call.request.method == "POST"
        let (authorize, records) = try await request.authorizeRequest(request.parameters) { client, store in
            let providers = try client.map { try store.providers(of: $0) } ?? []
            let style: HostedStyle? = try isForm ? nil : store.style(ofClient: client?.id ?? "", at: domain)
            return (providers: providers, style: style)
        }
        self.request = request
        self.authorize = authorize
        providers = records.providers
        branding = records.style.map { request.branding($0, ofClient: authorize.client.id) }
    }

    /// Makes the pages.
    var responder: PageResponder {
        PageResponder(
            request: request, client: authorize.client, redirectURI: authorize.redirectURI, branding: branding)
    }

    /// Whether an email address can select a provider.
    var hasOrganizations: Bool { providers.contains { !$0.identifiers.isEmpty } }

    /// Whether users of the pool itself can sign in, not only users of identity providers.
    var hasPoolUsers: Bool { client.hostedProviders.contains(AppClientRecord.poolProvider) }

    var client: AppClientRecord { authorize.client }
    var pool: UserPoolRecord { authorize.pool }
    var service: UserPoolsService { request.service }
    var pools: UserPools { request.service.pools }

    /// The value of a field of the form; `nil` for an empty one.
    func field(_ name: String) -> String? { request.form.value(WireName(name)) }

    /// The second button of the form, if the user has used it.
    var action: PageAction? { field(PageField.action).flatMap(PageAction.init(rawValue:)) }

    /// The user name in the form, without blanks around it.
    var typedName: String? {
        let name = field(PageField.userName)?.trimmingCharacters(in: .whitespacesAndNewlines)
        return name?.isEmpty == true ? nil : name
    }

    /// The page for a run that took too long or was continued before, with a link to begin again.
    func wentWrong(_ fault: ServiceFault? = nil) -> PageReply {
        responder.reply(SessionExpiredPage(), to: .login, status: 400, fault: fault)
    }
}

extension UserPoolRecord {
    /// The name with which users of the pool sign in.
    var signInName: GatehousePages.SignInName {
        switch (usernameAttributes.contains("email"), usernameAttributes.contains("phone_number")) {
        case (true, true): .emailOrPhoneNumber
        case (true, false): .email
        case (false, true): .phoneNumber
        case (false, false): .userName
        }
    }

    /// The name of a user on pages: the one with which the user signs in.
    func shownName(of user: UserRecord) -> String {
        guard usesUsernameAttributes else { return user.username }
        return ["email", "phone_number"].lazy.filter(usernameAttributes.contains).compactMap { user.attributes[$0] }
            .first ?? user.username
    }
}
