// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension HostedRequest {
    /// The parameter with an ID token of the user that a client expects.
    private static let hint: WireName = "id_token_hint"

    /// Whether a user is the one in `id_token_hint` (OpenID Connect Core, section 3.1.2.1); true without the parameter.
    func hasHint(of sub: String, for client: AppClientRecord) async -> Bool {
        await expectedUser(of: client).includes(sub)
    }

    /// The user in `id_token_hint`, of the request or of another one.
    func expectedUser(
        of client: AppClientRecord, in others: FormParameters? = nil
    ) async -> BrowserReturn.ExpectedUser {
        guard let text = (others ?? parameters).value(Self.hint) else { return .anyone }
        let hint = try? await service.pools.idTokenHints.hint(in: text, ofPool: pool.id)
        return hint.map { $0.clientID == client.id ? .user($0.sub) : .nobody } ?? .nobody
    }

    /// Refuses a sign-in of another user than the one in `id_token_hint`.
    func refuseOtherUser(_ authorize: AuthorizeRequest) -> PageReply {
        refuse(authorize, .loginRequired, "the user who signed in is not the one of id_token_hint")
    }
}
