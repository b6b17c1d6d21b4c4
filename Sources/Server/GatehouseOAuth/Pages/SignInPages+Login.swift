// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehousePages
import GatehouseSignIn
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// `/login`: the first page of a sign-in.
extension SignInPages {
    /// Whether users choose the first factor, so that the page has no password yet.
    ///
    /// `ALLOW_USER_AUTH` and a further factor of the pool are required, as in the API.
    var offersChoice: Bool {
        client.allows(.user) && !pool.isLite && pool.firstFactors != [.password]
    }

    /// Shows the form; to a user who is signed in already, the choice between this account and another.
    func showLogin() async throws(ServiceFault) -> PageReply {
        guard let session = try await currentSession(), await request.hasHint(of: session.user.sub, for: client) else {
            return login(userName: authorize.loginHint)
        }
        let name = pool.shownName(of: session.user)
        guard canContinue(with: session) || canStepUp(from: session) else {
            return login(userName: authorize.loginHint ?? name)
        }
        return responder.reply(
            AccountChooserPage([AccountChooserPage.Account(name: name, value: session.user.sub)]), to: .login,
            run: responder.newRun(.signIn))
    }

    /// Checks a user name and a password, or continues with the account or the organization that the form names.
    func submitLogin() async throws(ServiceFault) -> PageReply {
        guard let run = responder.run, run.step == .signIn else { return wentWrong() }
        if let address = field(PageField.providerAddress) { return continueAt(organizationOf: address) }
        if let account = field(PageField.account) { return try await choose(account, in: run) }
        guard hasPoolUsers else { return login(userName: nil, status: 403) }
        guard let name = typedName else { return login(userName: nil, error: .missingEntry) }
        do throws(ServiceFault) {
            if offersChoice { return try await begin(.user, ["USERNAME": name], as: name, in: run) }
            guard let password = field(PageField.password) else {
                return login(userName: name, error: .missingEntry)
            }
            return try await begin(.userPassword, ["USERNAME": name, "PASSWORD": password], as: name, in: run)
        } catch {
            return refused(error, name: name, in: run)
        }
    }

    /// Begins a flow of the machine, and replies with the page of its first challenge.
    func begin(
        _ flow: SignInFlow, _ parameters: [String: String], as name: String, in run: PageRun
    ) async throws(ServiceFault) -> PageReply {
        let answer = try await service.beginHostedSignIn(
            flow, clientID: client.id, parameters: parameters, levels: authorize.levels, endingIn: await browserReturn)
        return try await reply(to: answer, as: name, in: run)
    }

    /// The form with a fault above it; a user who must act first gets the form for that.
    func refused(_ fault: ServiceFault, name: String?, in run: PageRun?) -> PageReply {
        switch fault.code {
        case .userNotConfirmed:
            return confirmation(SentCode(userName: name ?? ""), session: nil, fault: fault)
        case .passwordResetRequired:
            return responder.reply(
                CodeRequestPage(.reset, userName: name, name: pool.signInName), to: .forgotPassword, fault: fault)
        default:
            return fault.endsSignIn ? wentWrong(fault) : login(userName: name, fault: fault, run: run)
        }
    }

    /// The first form; it keeps the run, whose time does not begin anew.
    func login(
        userName: String?, error: PageMessage? = nil, notice: PageMessage? = nil, status: Int? = nil,
        fault: ServiceFault? = nil, run: PageRun? = nil
    ) -> PageReply {
        let page = LoginPage(
            name: pool.signInName, userName: userName,
            hasPoolUsers: hasPoolUsers, hasPassword: !offersChoice,
            // A provider with identifiers is selected by an email address.
            providers: providers.filter(\.identifiers.isEmpty).map(PageProvider.init),
            hasOrganizations: hasOrganizations, canSignUp: !pool.isClosed)
        return responder.reply(
            page, to: .login, run: run ?? responder.newRun(.signIn), error: error, notice: notice,
            status: status, fault: fault)
    }

    /// Shows the page that leads to the provider with the domain of an email address.
    private func continueAt(organizationOf address: String) -> PageReply {
        let domain = address.split(separator: "@").last?.lowercased() ?? ""
        // The redirect finds the provider by the same comparison, of bytes.
        let name = WireName(domain)
        let provider = providers.first { provider in provider.identifiers.contains { WireName($0) == name } }
        guard let provider else {
            return login(userName: nil, error: .unknownOrganization)
        }
        let query = FormFields.text([("idp_identifier", domain)])
        let path = request.path(PagePath.authorize.rawValue, query: "\(responder.query)&\(query)")
        return responder.reply(ProviderRedirectPage(provider: provider.name, path: path), to: .login)
    }
}
