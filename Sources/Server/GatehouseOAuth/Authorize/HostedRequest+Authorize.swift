// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
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
        try await authorizeRequest(parameters) { _, _ in }.request
    }

    /// Verifies the parameters of an authorization request, and reads more about its client in the same transaction;
    /// `more` gets no client if the pool does not have it.
    func authorizeRequest<More: Sendable>(
        _ parameters: FormParameters,
        reading more: @escaping @Sendable (AppClientRecord?, any UserPoolReading) throws -> More
    ) async throws(AuthorizeRefusal) -> (request: AuthorizeRequest, more: More) {
        let id = parameters.value("client_id")
        guard parameters.value("request_uri")?.hasPrefix(PushedRequest.prefix) != true else {
            // The reference of another browser, or one that is too old.
            throw .page(.expired, clientID: id)
        }
        let identifier = parameters.value("idp_identifier")
        let (client, provider, found): (AppClientRecord?, String?, More)
        do throws(ServiceFault) {
            (client, provider, found) = try await service.records.read { [poolID = pool.id] store in
                let client = try id.flatMap { try store.appClient($0, ofPool: poolID) }
                let provider = try identifier.flatMap { try store.identityProvider(named: $0, ofPool: poolID) }
                return (client, provider?.name, try more(client, store))
            }
        } catch {
            throw .fault(error, clientID: id)
        }
        let owner = try AuthorizeClient(
            parameters, client: client, pool: pool, requiring: service.pools.deployment.requiredPKCE)
        return (try AuthorizeRequest(parameters, of: owner, identified: provider), found)
    }

    /// The issuer of the pool's tokens.
    package var issuer: String { service.pools.deployment.issuer(ofUserPool: pool.id) }

    /// Shows a refusal, on the error page or at the redirect URI of the client; `reason` is for the log only.
    package func reply(_ refusal: AuthorizeRefusal, because reason: (any RefusalReason)? = nil) -> PageReply {
        switch refusal {
        case .page(let error, let clientID, let note):
            PageReply(errorPage(error, clientID), .refusal(code: error.rawValue, reason: reason), note: note)
        case .fault(let fault, let clientID): PageReply(errorPage(HostedError(fault), clientID), .fault(fault))
        case .redirect(let answer):
            // The words of a provider may have data of users.
            PageReply(
                response(answer), .refusal(code: answer.error.rawValue, reason: reason),
                note: answer.error == .accessDenied ? nil : answer.description)
        }
    }

    /// Returns the error for a fault to the client.
    func reply(_ answer: AuthorizeErrorResponse, for fault: ServiceFault) -> PageReply {
        PageReply(response(answer), .fault(fault))
    }

    private func errorPage(_ error: HostedError, _ clientID: String?) -> GatewayResponse {
        redirect(to: path("") + error.pathOfPage(clientID: clientID))
    }

    private func response(_ answer: AuthorizeErrorResponse) -> GatewayResponse {
        response(AuthorizeResponse(answer, issuer: issuer))
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

extension UserPoolReading {
    /// Returns the provider with an identifier from a request; `nil` if the pool has none.
    fileprivate func identityProvider(
        named identifier: String, ofPool poolID: String
    ) throws -> IdentityProviderRecord? {
        // No stored identifier has a zero byte, with which a lookup may fail.
        identifier.utf8.contains(0) ? nil : try identityProvider(identifiedBy: identifier, inPool: poolID)
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
