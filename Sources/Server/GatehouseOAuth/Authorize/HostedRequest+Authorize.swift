// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehousePages
package import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension HostedRequest {
    /// Reads and verifies the authorization request in the query.
    ///
    /// - Throws: the refusal; a fault of the store is one, too.
    package func authorizeRequest() async throws(AuthorizeRefusal) -> AuthorizeRequest {
        try await authorizeRequest(parameters)
    }

    /// Verifies the parameters of an authorization request.
    func authorizeRequest(_ parameters: FormParameters) async throws(AuthorizeRefusal) -> AuthorizeRequest {
        let id = parameters.value("client_id")
        guard parameters.value("request_uri")?.hasPrefix(PushedRequest.prefix) != true else {
            // The reference of another browser, or one that is too old.
            throw .page(.expired, clientID: id)
        }
        let client: AppClientRecord?
        let provider: String?
        do throws(ServiceFault) {
            client = if let id { try await foundClient(id) } else { nil }
            provider = try await providerName(identifiedBy: parameters.value("idp_identifier"))
        } catch {
            throw .page(HostedError(error), clientID: id)
        }
        let owner = try AuthorizeClient(
            parameters, client: client, pool: pool, requiring: service.pools.deployment.requiredPKCE)
        return try AuthorizeRequest(parameters, of: owner, identified: provider)
    }

    private func providerName(identifiedBy identifier: String?) async throws(ServiceFault) -> String? {
        guard let identifier, !identifier.utf8.contains(0) else { return nil }
        return try await service.pools.read { [poolID = pool.id] store in
            try store.identityProvider(identifiedBy: identifier, inPool: poolID)?.name
        }
    }

    /// The issuer of the pool's tokens.
    package var issuer: String { service.pools.deployment.issuer(ofUserPool: pool.id) }

    /// Shows a refusal, on the error page or at the redirect URI of the client.
    package func reply(_ refusal: AuthorizeRefusal) -> PageReply {
        switch refusal {
        case .page(let error, let clientID): PageReply(redirect(to: path("") + error.pathOfPage(clientID: clientID)))
        case .redirect(let error): PageReply(response(AuthorizeResponse(error, issuer: issuer)))
        }
    }

    /// The response that takes a browser back to the client, by a redirect or by a form that sends itself.
    package func response(_ answer: AuthorizeResponse) -> GatewayResponse {
        let page = FormPostPage(
            address: answer.address.text, parameters: answer.parameters.map { HiddenField($0.name, $0.value) })
        guard answer.mode == .formPost, let page else { return redirect(to: answer.location) }
        let context = PageContext(language: language, basePath: domain.basePath)
        return response(page, in: context, sendingFormsTo: [answer.address.policySource])
    }

    /// A redirect after which no browser repeats the form of the request.
    private func redirect(to location: String) -> GatewayResponse {
        .redirect(to: location, call.request.method == "POST" ? .seeOther : .found)
    }
}

extension HostedError {
    /// The error for a fault.
    init(_ fault: ServiceFault) {
        self = fault.overload == nil && fault.code != .serviceUnavailable ? .serverError : .temporarilyUnavailable
    }

    /// The path of the error page below the path of the domain, with its query.
    func pathOfPage(clientID: String?) -> String {
        var fields = [("error", rawValue)]
        if let clientID { fields.append(("client_id", clientID)) }
        return PagePath.error.rawValue + "?" + FormFields.text(fields)
    }
}
