// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

/// The rules for a client's OAuth flows, scopes and redirect URLs.
enum ClientOAuthSettings {
    /// Checks a client's settings for the hosted pages.
    ///
    /// - Throws: `InvalidOAuthFlowException` or `InvalidParameterException` for the first rule that is broken.
    package static func check(_ request: CreateUserPoolClientRequest, hasSecret: Bool) throws(ServiceFault) {
        try checkFlows(request, hasSecret: hasSecret)
        for url in (request.callbackURLs ?? []) + (request.logoutURLs ?? []) { try checkAddress(url) }
        if let address = request.defaultRedirectURI, !(request.callbackURLs ?? []).contains(address) {
            throw .invalidParameter("DefaultRedirectURI must be one of the CallbackURLs.")
        }
    }

    /// Checks that a client's scopes are Cognito's own or belong to resource servers.
    ///
    /// - Throws: `ScopeDoesNotExistException` for the first other one.
    static func checkScopes(_ request: CreateUserPoolClientRequest, in store: any UserPoolReading) throws {
        for scope in request.allowedOAuthScopes ?? [] where !AppClientRecord.ownScopes.contains(scope) {
            guard try store.hasCustomScope(scope, inPool: request.userPoolId) else {
                throw ServiceFault(.scopeDoesNotExist, "Invalid scope requested: \(scope)")
            }
        }
    }

    private static func checkFlows(
        _ request: CreateUserPoolClientRequest, hasSecret: Bool
    ) throws(ServiceFault) {
        let flows = Set(request.allowedOAuthFlows ?? [])
        if request.allowedOAuthFlowsUserPoolClient == true {
            guard !flows.isEmpty, !(request.allowedOAuthScopes ?? []).isEmpty else {
                throw .invalidParameter(
                    "AllowedOAuthFlows and AllowedOAuthScopes are required if user pool client is allowed to use "
                        + "OAuth flows.")
            }
        }
        guard flows.contains(.clientCredentials) else { return }
        guard flows.count == 1 else {
            throw ServiceFault(
                .invalidOAuthFlow,
                "client_credentials flow can not be selected along with code flow or implicit flow.")
        }
        guard hasSecret else {
            throw ServiceFault(
                .invalidOAuthFlow,
                "client_credentials flow can not be selected if client does not have a client secret.")
        }
    }

    /// Checks that a URL is absolute and has no fragment, and that `http` URLs name a loopback host (RFC 6749, section
    /// 3.1.2).
    private static func checkAddress(_ url: String) throws(ServiceFault) {
        guard let colon = url.firstIndex(of: ":"), colon != url.startIndex, !url.contains("#") else {
            throw .invalidParameter("\(url) is not an absolute address without a fragment.")
        }
        guard url[..<colon].lowercased() == "http" else { return }
        let authority = url[url.index(after: colon)...].drop { $0 == "/" }.prefix { !"/?".contains($0) }
        let host = authority.hasPrefix("[") ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
        guard LoopbackHost.namesInURLs.contains(String(host)), !authority.contains("@") else {
            throw .invalidParameter("\(url) cannot use the HTTP protocol.")
        }
    }
}
