// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseCrypto
import GatehouseFederation
import GatehouseServerCrypto
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

extension ProviderSignIns {
    /// Returns the address at which a SAML provider ends the person's session; `nil` for a session of another kind of
    /// provider, and if the provider's settings do not demand it (`IDPSignout`).
    ///
    /// The provider sends the browser back to `/saml2/logout`, which sends it to `location`.
    func signOutAddress(
        of session: BrowserSessionRecord, then location: String, in request: HostedRequest
    ) async throws(ServiceFault) -> String? {
        guard let name = session.provider, let provider = try await request.provider(name),
            provider.record.kind == .saml, provider.has("IDPSignout"),
            let destination = provider.details["SLORedirectBindingURI"],
            let providerSession = session.providerSession.flatMap(SAMLSession.init(stored:))
        else { return nil }
        let pools = request.service.pools
        let message = SAMLLogoutRequest(
            id: "_" + Hex.encode(pools.entropy.bytes(16)), issuer: request.samlEntityID, destination: destination,
            session: providerSession, issuedAt: pools.clock.now)
        let relay = Base64URL.encode(
            pools.sealer.seal(
                Array(location.utf8), purpose: .providerState, context: Self.signOutContext(request)))
        do throws(UpstreamFault) {
            // Such a request is always signed (SAML profiles, section 4.4.3.1).
            return try await Self.address(
                of: SAMLRedirect(to: destination, message.document, relayState: relay), isSigned: true, in: request)
        } catch {
            return nil
        }
    }

    /// `/saml2/logout`: the browser returns from a SAML provider at which the session has ended, or not.
    ///
    /// The session here has ended before, so the response decides nothing. The address is the one that was verified.
    func finishSignOut(_ request: HostedRequest) async -> PageReply {
        let pools = request.service.pools
        // Some providers answer by the binding of the request, which is a redirect.
        let relay = request.form.value("RelayState") ?? request.parameters.value("RelayState")
        let sealed = relay.flatMap { Base64URL.decode($0) }
        guard let sealed,
            let bytes = try? pools.sealer.open(
                sealed, purpose: .providerState, context: Self.signOutContext(request)),
            let location = String(validating: bytes, as: UTF8.self)
        else { return request.reply(.page(.invalidSAML, clientID: nil)) }
        return PageReply(.redirect(to: location, .seeOther))
    }

    private static func signOutContext(_ request: HostedRequest) -> [UInt8] {
        Array("sign-out\n\(request.pool.id)".utf8)
    }
}
