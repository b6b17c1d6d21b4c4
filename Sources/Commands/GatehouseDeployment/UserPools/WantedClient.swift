// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseClient
import GatehouseProject
import GatehouseWire

/// A client that a project wants in its user pool: every pool has two.
struct WantedClient: Sendable {
    /// The kinds of clients.
    enum Kind: Sendable, CaseIterable {
        /// The client of apps that can have a secret.
        case native
        /// The client of pages in a browser.
        case web
    }

    /// The user pool.
    let pool: WantedUserPool
    /// The kind.
    let kind: Kind

    private var auth: AuthSettings { pool.auth }

    /// The name on the server.
    var name: String {
        let beginning = auth.resourceNameTruncated.isEmpty ? auth.resourceName : auth.resourceNameTruncated
        return beginning + (kind == .web ? "_app_clientWeb" : "_app_client")
    }

    /// The name of the client's id among the values of the resource, with which its differences begin, too.
    var outputName: String { kind == .web ? OutputName.webClientID : OutputName.nativeClientID }

    /// Whether the client has a secret.
    var hasSecret: Bool { kind == .native && auth.generatesSecret }

    // MARK: - Settings

    /// The settings that the project states.
    ///
    /// - Parameter found: the client as it is; `nil` before it is made.
    /// - Returns: the settings.
    func stated(of found: UserPoolClientType?) -> StatedSettings {
        let units: WireValue = ["RefreshToken": .string(TimeUnitsType.days.rawValue)]
        var members: [WireName: WireValue] = [
            "ClientName": .string(name), "RefreshTokenValidity": .integer(Int64(auth.refreshTokenDays)),
            "TokenValidityUnits": units,
            "ReadAttributes": auth.setsAttributes ? WireValue.texts(auth.readAttributes) : WireValue.null,
            "WriteAttributes": auth.setsAttributes ? WireValue.texts(auth.writeAttributes) : WireValue.null,
        ]
        if let flows = statedFlows(of: found) {
            members["ExplicitAuthFlows"] = flows.isEmpty ? WireValue.null : WireValue.texts(flows)
        }
        members.merge(pageSettings(of: found)) { $1 }
        return StatedSettings(members: members)
    }

    /// The flows, if they must be stated: an app chooses among first factors by `USER_AUTH`.
    ///
    /// The project says nothing of other flows; they stay.
    private func statedFlows(of found: UserPoolClientType?) -> [String]? {
        let choice = ExplicitAuthFlowsType.allowUserAuth
        let present = found?.explicitAuthFlows ?? []
        guard auth.passwordless != nil else {
            return present.contains(choice) ? present.filter { $0 != choice }.map(\.rawValue) : nil
        }
        // The service does not take the older names beside the newer ones.
        let isNew = present.allSatisfy { $0.rawValue.hasPrefix("ALLOW_") } && !present.isEmpty
        let others: [ExplicitAuthFlowsType] =
            isNew ? present.filter { $0 != choice } : [.allowUserSrpAuth, .allowCustomAuth, .allowRefreshTokenAuth]
        return ([choice] + others).map(\.rawValue)
    }

    private func pageSettings(of found: UserPoolClientType?) -> [WireName: WireValue] {
        guard let pages = auth.hostedPages else {
            return [
                "AllowedOAuthFlowsUserPoolClient": false, "CallbackURLs": .null, "LogoutURLs": .null,
                "DefaultRedirectURI": .null, "AllowedOAuthFlows": .null, "AllowedOAuthScopes": .null,
                "SupportedIdentityProviders": .null,
            ]
        }
        var members: [WireName: WireValue] = [
            "AllowedOAuthFlowsUserPoolClient": true, "CallbackURLs": .texts(pages.callbackURLs),
            "LogoutURLs": .texts(pages.logoutURLs), "AllowedOAuthFlows": .texts(pages.flows),
            "AllowedOAuthScopes": .texts(pages.scopes),
            "SupportedIdentityProviders": .texts(WantedProvider.names(of: pages) + ["COGNITO"]),
        ]
        if let address = found?.defaultRedirectURI, !pages.callbackURLs.contains(address) {
            members["DefaultRedirectURI"] = .null
        }
        return members
    }

    /// What differs in a client.
    func differences(_ found: UserPoolClientType?) -> [Difference] {
        guard let found else { return [Difference(member: outputName, old: nil, new: name)] }
        return stated(of: found).differences(from: found.wireMembers, of: outputName)
    }

    /// What of a client cannot be changed and is otherwise.
    func obstacle(_ found: UserPoolClientType) -> Obstacle? {
        guard (found.clientSecret != nil) != hasSecret else { return nil }
        return Obstacle(
            text: hasSecret
                ? "The client \(name) has no secret, and the project wants one; a client keeps what it was made with."
                : "The client \(name) has a secret, and the project wants none; a client keeps what it was made with.",
            cure:
                "Set userpoolClientGenerateSecret to \(!hasSecret) again, or delete the client on the server, so that "
                + "amplify push makes another one with another id.")
    }

    // MARK: - Finding

    /// Finds the client by its id, or by its name if no id is known or the client is gone.
    ///
    /// - Throws: `ServiceFault` of a call.
    func find(
        _ ids: KnownIDs, inPool poolID: String, on backend: Backend
    ) async throws(ServiceFault)
        -> UserPoolClientType?
    {
        if let id = ids[pool.resource, outputName], let client = try await backend.client(id, inPool: poolID) {
            return client
        }
        guard let id = try await backend.clients(named: name, inPool: poolID).first else { return nil }
        return try await backend.client(id, inPool: poolID)
    }
}

/// Makes a client, or gives it its settings.
struct ClientStep: DeploymentStep {
    let wanted: WantedClient
    /// Whether the client is made; only the title depends on it.
    let isNew: Bool

    var resource: ResourceName { wanted.pool.resource }
    var title: String { "\(isNew ? "Create" : "Update") the client \(wanted.name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        let poolID = try wanted.pool.poolID(in: ids)
        if let found = try await wanted.find(ids, inPool: poolID, on: backend) {
            ids[resource, wanted.outputName] = found.clientId
            guard !wanted.differences(found).isEmpty else { return }
            let names = UpdateUserPoolClientRequest.memberNames
            let present = found.wireMembers.filter { names.contains($0.key) }
            let request = try UpdateUserPoolClientRequest(
                answer: .object(wanted.stated(of: found).merged(into: present)), form: .json)
            _ = try await backend.userPools.updateUserPoolClient(request)
            return
        }
        var members = wanted.stated(of: nil).merged(into: [:])
        members["UserPoolId"] = .string(poolID)
        if wanted.hasSecret { members["GenerateSecret"] = true }
        let request = try CreateUserPoolClientRequest(answer: .object(members), form: .json)
        guard let id = try await backend.userPools.createUserPoolClient(request).userPoolClient?.clientId else {
            throw ServiceFault.garbled("The answer has no client.")
        }
        ids[resource, wanted.outputName] = id
    }
}
