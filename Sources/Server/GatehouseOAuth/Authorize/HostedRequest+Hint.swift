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
        await hasHint(of: sub, for: client, in: parameters)
    }

    /// Whether a user is the one in `id_token_hint` of an authorization request.
    func hasHint(of sub: String, for client: AppClientRecord, in parameters: FormParameters) async -> Bool {
        guard let text = parameters.value(Self.hint) else { return true }
        let hint = try? await service.pools.idTokenHints.hint(in: text, ofPool: pool.id)
        return hint?.sub == sub && hint?.clientID == client.id
    }

    /// Refuses a sign-in of another user than the one in `id_token_hint`.
    func refuseOtherUser(_ authorize: AuthorizeRequest) -> PageReply {
        refuse(authorize, .loginRequired, "the user who signed in is not the one of id_token_hint")
    }
}
