// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension HostedRequest {
    /// The request with the parameters that its client has pushed in place of its own; itself without a reference of a
    /// client.
    ///
    /// The reference is used up. From here on, the browser has a reference of its own, so that no address of a page has
    /// the parameters.
    /// - Throws: the refusal of a reference that is not valid, is too old, was used, or is another client's.
    func takingPushedRequest() async throws(AuthorizeRefusal) -> HostedRequest {
        guard let reference = parameters.value("request_uri"), reference.hasPrefix(PushedRequest.prefix) else {
            return self
        }
        let (pools, clientID) = (service.pools, parameters.value("client_id"))
        let pushed = PushedRequest(
            reference: reference, of: .client, inPool: pool.id, by: pools.sealer, at: pools.forwardClock.now)
        guard let pushed, pushed.clientID == clientID, let parameters = try? FormParameters(pushed.form) else {
            throw .page(.expired, clientID: clientID)
        }
        let isUnused: Bool
        do throws(ServiceFault) {
            isUnused = try await spend(pushed.singleUseID)
        } catch {
            throw .fault(error, clientID: clientID)
        }
        guard isUnused else { throw .page(.expired, clientID: clientID) }
        let own = PushedRequest(
            id: pushed.id, clientID: pushed.clientID, form: pushed.form, sentAt: pools.forwardClock.now)
        return continued(parameters, as: own)
    }

    /// Keeps the browser's id for a request that continues with a reference, which is bound to the id.
    func keepReference(in reply: inout PageReply) {
        guard parameters.value("request_uri") == nil, namesReference(call.request.query) else { return }
        keepBrowser(in: &reply.response)
    }

    /// Whether a query has the parameter; a search in its text takes ten times as long as one in its bytes.
    private func namesReference(_ query: String) -> Bool {
        Array(query.utf8).split(separator: UInt8(ascii: "&")).contains { $0.starts(with: "request_uri=".utf8) }
    }

    /// A query of this browser without the parameters with these names, also where they are behind a reference.
    func query(_ query: String, without names: Set<String>) -> String {
        let visible = query.query(without: names)
        guard let parameters = try? FormParameters(visible), let pushed = pushed(parameters) else { return visible }
        let rest = PushedRequest(
            id: pushed.id, clientID: pushed.clientID, form: pushed.form.query(without: names), sentAt: pushed.sentAt)
        let others = visible.query(without: ["client_id", "request_uri"])
        return reference(to: rest) + (others.isEmpty ? "" : "&" + others)
    }

    /// The query of a page with the reference of this browser.
    func reference(to pushed: PushedRequest) -> String {
        let reference = pushed.reference(
            of: .browser(browser.id), inPool: pool.id, by: service.pools.sealer)
        return FormFields.text([("client_id", pushed.clientID), ("request_uri", reference)])
    }

    /// The request behind the reference of this browser; `nil` for parameters without one.
    private func pushed(_ parameters: FormParameters) -> PushedRequest? {
        PushedRequest(
            reference: parameters.value("request_uri"), of: .browser(browser.id), inPool: pool.id,
            by: service.pools.sealer, at: service.pools.forwardClock.now)
    }
}
