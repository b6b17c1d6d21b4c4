// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
import GatehouseDevelopmentPages
import GatehouseGateway
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// The domain of the first pool, and the app client whose users sign in on its pages.
struct FirstPages {
    /// The name of the app client.
    static let clientName = DevelopmentResources.name + "-pages"
    /// The address at which a program on the developer's machine waits for the end of a sign-in.
    static let programCallback = "http://localhost:9230/in"
    private static let programLogout = "http://localhost:9230/out"

    let deployment: Deployment

    /// The page of the server at which a sign-in ends; `nil` if the base URL is no redirect URI, because it has no TLS
    /// and another host than this machine's.
    private var ownCallback: String? { isRedirectURI ? SignedInPage.address(deployment) : nil }
    private var ownLogout: String? { isRedirectURI ? deployment.baseURL + "/" : nil }

    /// Whether the base URL can begin a redirect URI.
    var isRedirectURI: Bool {
        !deployment.baseURL.lowercased().hasPrefix("http:") || ServerConfiguration.isLocal(deployment.baseURL)
    }

    /// Gives the pool a domain with the known name, or with the usual one, unless it has a domain.
    ///
    /// If another pool has the usual name, the domain's name ends with the id of the pool.
    func makeDomain(_ known: String?, ofPool poolID: String, _ service: UserPoolsService) async throws(ServiceFault) {
        let pool = try await service.describeUserPool(DescribeUserPoolRequest(userPoolId: poolID)).userPool
        guard pool?.domain == nil else { return }
        let own = DevelopmentResources.name + "-" + String(poolID.drop { $0 != "_" }.dropFirst()).lowercased()
        do throws(ServiceFault) {
            _ = try await service.createUserPoolDomain(
                CreateUserPoolDomainRequest(domain: known ?? DevelopmentResources.name, userPoolId: poolID))
        } catch {
            guard error.code == .invalidParameter else { throw error }
            _ = try await service.createUserPoolDomain(
                CreateUserPoolDomainRequest(domain: own, userPoolId: poolID))
        }
    }

    /// Creates the app client, with the known id if there is one.
    /// - Returns: the id.
    func makeClient(
        _ known: String?, ofPool poolID: String, _ service: UserPoolsService
    ) async throws(ServiceFault) -> String? {
        try await service.createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: poolID, clientName: Self.clientName, generateSecret: false,
                explicitAuthFlows: [.allowUserAuth, .allowUserSrpAuth, .allowRefreshTokenAuth],
                supportedIdentityProviders: ["COGNITO"],
                callbackURLs: [Self.programCallback] + [ownCallback].compactMap(\.self),
                logoutURLs: [Self.programLogout] + [ownLogout].compactMap(\.self),
                defaultRedirectURI: Self.programCallback, allowedOAuthFlows: [.code],
                allowedOAuthScopes: ["openid", "email", "profile", "aws.cognito.signin.user.admin"],
                allowedOAuthFlowsUserPoolClient: true), id: known
        ).userPoolClient?.clientId
    }

    /// Replaces the redirect URIs at an earlier base URL of the server by those at the present one.
    func follow(client clientID: String, ofPool poolID: String, _ service: UserPoolsService) async throws(ServiceFault)
    {
        let described: UserPoolClientType?
        do throws(ServiceFault) {
            described = try await service.describeUserPoolClient(
                DescribeUserPoolClientRequest(userPoolId: poolID, clientId: clientID)
            ).userPoolClient
        } catch {
            // A client that was deleted stays deleted until the reset.
            guard error.code == .resourceNotFound else { throw error }
            return
        }
        guard let client = described, let callbacks = client.callbackURLs,
            let former = callbacks.first(where: { $0.hasSuffix(SignedInPage.path) }), former != ownCallback
        else { return }
        let formerLogout = String(former.dropLast(SignedInPage.path.count)) + "/"
        var value = client.wireValue(in: .json).objectValue ?? [:]
        value["CallbackURLs"] = Self.list(callbacks.map { $0 == former ? ownCallback : $0 })
        value["LogoutURLs"] = Self.list((client.logoutURLs ?? []).map { $0 == formerLogout ? ownLogout : $0 })
        _ = try await service.updateUserPoolClient(
            UpdateUserPoolClientRequest(validating: .object(value), for: .cognitoIdentityProvider))
    }

    private static func list(_ urls: [String?]) -> WireValue {
        .array(urls.compactMap { $0.map(WireValue.string) })
    }
}
