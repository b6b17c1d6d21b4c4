// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseFederation
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// The details of a provider, completed by what the provider itself publishes.
struct CompletedDetails: Sendable {
    /// The details with their secrets.
    private(set) var details: [String: String]
    /// The entity id of a SAML provider.
    private(set) var issuer: String?

    /// The longest time for a document, from the connection to its end.
    private static let timeLimit = Duration.seconds(5)

    /// Checks the details of a request, and asks the provider for its document where they need one.
    ///
    /// - Throws: `InvalidParameterException` for details that are not valid, and for a provider without a document that
    ///   can be used.
    init(
        _ given: [String: String], for kind: IdentityProviderKind, former: [String: String] = [:], with pools: UserPools
    ) async throws(ServiceFault) {
        details = try ProviderDetailRules.checked(given, for: kind, former: former)
        switch kind {
        case .oidc: try await discover(with: pools.providers.fetch)
        case .saml: try await readMetadata(with: pools)
        case .facebook, .google, .loginWithAmazon, .signInWithApple: break
        }
    }

    /// Adds the addresses that the request omits from the issuer's discovery document.
    private mutating func discover(with fetch: any OutboundFetch) async throws(ServiceFault) {
        let discovered = ["authorize_url", "token_url", "attributes_url", "jwks_uri"]
        guard let url = details["oidc_issuer"], !discovered.allSatisfy({ details[$0] != nil }) else { return }
        let issuer = TrustedIssuer(url: url, clients: .any)
        let document: DiscoveryDocument
        do {
            let response = try await fetch.fetch(
                OutboundRequest(
                    url: DiscoveryDocument.url(of: issuer), headers: [OutboundHeader("Accept", "application/json")],
                    bodyLimit: DiscoveryDocument.maximumBytes, timeLimit: Self.timeLimit))
            guard response.status == 200 else { throw ServiceFault.noDiscovery(nil) }
            document = try DiscoveryDocument(json: response.body, of: issuer)
        } catch let flaw as DiscoveryDocument.Flaw {
            throw .invalidParameter("Invalid OpenID configuration of \(url): \(flaw.rawValue).")
        } catch {
            throw .noDiscovery(error)
        }
        let found: [String: String?] = [
            "authorize_url": document.authorizationURL, "token_url": document.tokenURL,
            "attributes_url": document.userInfoURL, "jwks_uri": document.keySetURL,
        ]
        details.merge(found.compactMapValues(\.self)) { given, _ in given }
        guard details["authorize_url"] != nil, details["token_url"] != nil else {
            throw .invalidParameter("Invalid OpenID configuration of \(url): an endpoint is missing.")
        }
    }

    /// Adds the addresses of the provider's metadata.
    private mutating func readMetadata(with pools: UserPools) async throws(ServiceFault) {
        let document: String
        switch (details["MetadataURL"], details["MetadataFile"]) {
        case (nil, nil):
            throw .invalidParameter("At least one of the MetadataURL or MetadataFile should be provided.")
        case (.some, .some):
            throw .invalidParameter("Only one of the MetadataURL or MetadataFile should be provided.")
        case (let url?, nil): document = try await Self.metadata(at: url, with: pools.providers.fetch)
        case (nil, let file?): document = file
        }
        let metadata = try await pools.computation.run { () throws -> SAMLMetadata in
            do throws(SAMLMetadataFlaw) {
                return try SAMLMetadata(document)
            } catch {
                throw ServiceFault.invalidParameter("Invalid SAML metadata: it \(error).")
            }
        }
        guard metadata.validUntil.map({ $0 > pools.clock.now }) ?? true else {
            throw .invalidParameter("Invalid SAML metadata: it has expired.")
        }
        guard let signOn = metadata.signOnAddress else {
            throw .invalidParameter("Invalid SAML metadata: it has no SingleSignOnService with HTTP-Redirect.")
        }
        details["SSORedirectBindingURI"] = signOn
        details["SLORedirectBindingURI"] = metadata.signOutAddress
        issuer = metadata.entityID
    }

    private static func metadata(at url: String, with fetch: any OutboundFetch) async throws(ServiceFault) -> String {
        let response: OutboundResponse
        do {
            response = try await fetch.fetch(
                OutboundRequest(
                    url: url, headers: [OutboundHeader("Accept", "application/samlmetadata+xml, application/xml")],
                    bodyLimit: XMLLimits.metadata.bytes, timeLimit: timeLimit))
        } catch {
            throw ServiceFault(.invalidParameter, "Error retrieving metadata from \(url)", cause: error)
        }
        guard response.status == 200 else {
            throw .invalidParameter("Non-ok status code \(response.status) returned from remote metadata source \(url)")
        }
        // The reader refuses bytes that are not UTF-8, which the replacement character would hide.
        guard let document = String(validating: response.body, as: UTF8.self) else {
            throw .invalidParameter("Invalid SAML metadata: it is not UTF-8.")
        }
        return document
    }
}

extension ServiceFault {
    /// Returns the fault for an issuer that gives no discovery document.
    ///
    /// The cause is for the log: it tells about the server's own network.
    static func noDiscovery(_ cause: (any Error)?) -> ServiceFault {
        ServiceFault(.invalidParameter, "Unable to contact well-known endpoint", cause: cause)
    }
}
