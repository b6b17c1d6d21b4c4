// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// `/oauth2/par`: takes the parameters of an authorization request from its client (RFC 9126).
enum PushedRequestEndpoint {
    /// Verifies the parameters and answers with a reference to them.
    /// - Throws: the error that the client receives.
    static func answer(_ request: HostedRequest) async throws(OAuthRefusal) -> GatewayResponse {
        let client = try await request.authenticatedClient(refusingWith: 401)
        let form = request.call.request.body
        guard form.count <= PushedRequest.longest, let text = String(validating: form, as: UTF8.self) else {
            throw OAuthRefusal(.invalidRequest, "the parameters are too long", status: 413)
        }
        guard request.form.value("request_uri") == nil else {
            throw OAuthRefusal(.invalidRequest, "request_uri cannot be pushed")
        }
        let pools = request.service.pools
        let pushed = PushedRequest(
            id: Hex.encode(pools.entropy.bytes(16)), clientID: client.id, form: try Self.fields(of: text, by: client),
            sentAt: pools.forwardClock.now)
        do throws(AuthorizeRefusal) {
            guard let parameters = try? FormParameters(pushed.form) else {
                throw .page(.invalidRequest, clientID: client.id)
            }
            _ = try await request.authorizeRequest(parameters)
        } catch {
            throw Self.refusal(error)
        }
        var response = GatewayResponse.json(
            [
                "request_uri": .string(pushed.reference(of: .client, inPool: request.pool.id, by: pools.sealer)),
                "expires_in": .integer(Int64(PushedRequest.lifetime)),
            ], status: 201)
        response.headers += GatewayResponse.unstored
        return response
    }

    /// The fields of a form, with the id of the client and without its secret, which no page needs.
    private static func fields(of form: String, by client: AppClientRecord) throws(OAuthRefusal) -> String {
        do throws(WireSyntaxError) {
            let fields = try FormFields.read(form, maximum: FormParameters.Limits().count)
            let others = fields.filter { $0.name != "client_secret" && $0.name != "client_id" }
            return FormFields.text([("client_id", client.id)] + others.map { ($0.name, $0.value) })
        } catch {
            throw OAuthRefusal(.invalidRequest)
        }
    }

    private static func refusal(_ refusal: AuthorizeRefusal) -> OAuthRefusal {
        switch refusal {
        case .fault(let fault, _): return OAuthRefusal(fault)
        case .page(let error, _, let note):
            var refusal = OAuthRefusal(.invalidRequest, error.rawValue)
            refusal.note = note
            return refusal
        case .redirect(let error): return OAuthRefusal(error.error, error.description)
        }
    }
}
