// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseServerCrypto
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension HostedRequest {
    /// The authorization request that the client has pushed; `nil` for a request without a reference.
    ///
    /// Its parameters replace all others of the query but `client_id`, which must be the one of the client that has
    /// pushed them.
    /// - Throws: the refusal of a reference that is not valid, is too old, or is another client's.
    func pushedRequest() throws(AuthorizeRefusal) -> PushedRequest? {
        guard let reference = parameters.value("request_uri"), reference.hasPrefix(PushedRequest.prefix) else {
            return nil
        }
        let (pools, clientID) = (service.pools, parameters.value("client_id"))
        let pushed = PushedRequest(
            reference: reference, inPool: pool.id, by: pools.sealer, at: pools.forwardClock.now)
        guard let pushed, pushed.clientID == clientID else { throw .page(.expired, clientID: clientID) }
        return pushed
    }
}
