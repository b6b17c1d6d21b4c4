// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehousePages
import GatehouseSignIn
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// `/confirmUser`: the target of the link in a mail that confirms an account.
///
/// The link opens a page with a button. Only the button confirms the account: programs that check mails open links, too.
struct ConfirmationLinkPages: Sendable {
    /// The request.
    let request: HostedRequest
    /// The client that the link names.
    let client: AppClientRecord

    /// Answers a request for the page or with its form.
    static func answer(_ request: HostedRequest) async -> PageReply {
        let id = request.parameters.value("client_id")
        let pages: ConfirmationLinkPages
        do throws(ServiceFault) {
            guard let id, let client = try await request.foundClient(id) else {
                return request.reply(
                    id.map { .unknownClient($0, ofPool: request.pool.id) }
                        ?? .page(.unknownClient, clientID: nil, note: "client_id is missing"))
            }
            pages = ConfirmationLinkPages(request: request, client: client)
        } catch {
            return request.reply(.fault(error, clientID: id))
        }
        return await pages.responder.guarded { () throws(ServiceFault) in
            guard request.call.request.method == "POST" else { return pages.show() }
            guard request.isGenuine(for: PagePath.confirmUser.rawValue) else {
                return pages.page(.formExpired, status: 403)
            }
            return try await pages.submit()
        }
    }

    private var responder: PageResponder {
        PageResponder(request: request, client: client, redirectURI: nil, branding: nil)
    }

    /// Shows the page with the button.
    func show() -> PageReply {
        guard link != nil else { return page(.fault(.expiredCode), status: 400) }
        return page()
    }

    /// Confirms the account.
    func submit() async throws(ServiceFault) -> PageReply {
        guard let (name, code) = link else { return page(.fault(.expiredCode), status: 400) }
        do throws(ServiceFault) {
            let pools = request.service.pools
            let confirmation = ConfirmSignUpRequest(
                clientId: client.id, secretHash: try pools.clientSecrets.hash(of: name, client: client),
                username: name, confirmationCode: code)
            _ = try await request.service.confirmSignUp(
                try confirmation.checked(), sessions: SealedSignUpSessions(pools), hidingConfirmed: true)
            return responder.reply(ResultPage(.confirmed), to: .confirmUser)
        } catch {
            return responder.reply(LinkConfirmationPage(), to: .confirmUser, fault: error)
        }
    }

    private var link: (name: String, code: String)? {
        guard let name = request.parameters.value("user_name"),
            let code = request.parameters.value("confirmation_code")
        else { return nil }
        return (name, code)
    }

    private func page(_ error: PageMessage? = nil, status: Int = 200) -> PageReply {
        responder.reply(LinkConfirmationPage(), to: .confirmUser, error: error, status: status)
    }
}
