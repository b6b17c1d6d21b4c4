// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite struct ClientMembersTests {
    /// Every member that a new client can have, but for its secret.
    private static let settings = """
        {
            "ClientName": "everything", "RefreshTokenValidity": 5, "AccessTokenValidity": 30, "IdTokenValidity": 600,
            "TokenValidityUnits": {"AccessToken": "minutes", "IdToken": "seconds", "RefreshToken": "days"},
            "ReadAttributes": ["email", "name"], "WriteAttributes": ["email"],
            "ExplicitAuthFlows": ["ALLOW_USER_SRP_AUTH"], "SupportedIdentityProviders": ["COGNITO"],
            "CallbackURLs": ["http://localhost:3000/in", "https://example.com/in", "myapp://in"],
            "LogoutURLs": ["https://example.com/out"], "DefaultRedirectURI": "myapp://in",
            "AllowedOAuthFlows": ["code"], "AllowedOAuthScopes": ["email", "openid"],
            "AllowedOAuthFlowsUserPoolClient": true,
            "AnalyticsConfiguration": {
                "ApplicationId": "abc", "RoleArn": "arn:aws:iam::123456789012:role/a", "ExternalId": "x",
                "UserDataShared": true
            },
            "PreventUserExistenceErrors": "ENABLED", "EnableTokenRevocation": false,
            "EnablePropagateAdditionalUserContextData": true, "AuthSessionValidity": 10,
            "RefreshTokenRotation": {"Feature": "ENABLED", "RetryGracePeriodSeconds": 30}
        }
        """

    private func sent(to fixture: PoolFixture) throws -> [WireName: WireValue] {
        var settings = try #require(WireValue(json: Data(Self.settings.utf8)).objectValue)
        settings["UserPoolId"] = .string(fixture.poolID)
        return settings
    }

    @Test func `every member of a new client is kept and shown`() async throws {
        let fixture = try await PoolFixture.make()
        let sent = try sent(to: fixture)
        let request = try CreateUserPoolClientRequest(answer: .object(sent), form: .json)
        #expect(sent == request.wireValue(in: .json).objectValue, "a member has no place in the shape")
        let made = try await fixture.administrator.createUserPoolClient(request).userPoolClient
        let shown = try await fixture.administrator.describeUserPoolClient(
            DescribeUserPoolClientRequest(userPoolId: fixture.poolID, clientId: made?.clientId ?? "")
        ).userPoolClient
        #expect(made == shown)
        let members = shown?.wireValue(in: .json).objectValue ?? [:]
        for (name, value) in sent { #expect(members[name] == value, "\(name)") }
    }

    @Test func `every member of an update is kept and shown`() async throws {
        let fixture = try await PoolFixture.make()
        var sent = try sent(to: fixture)
        sent["ClientId"] = .string(fixture.client.id)
        let request = try UpdateUserPoolClientRequest(answer: .object(sent), form: .json)
        #expect(sent == request.wireValue(in: .json).objectValue, "a member has no place in the shape")
        let shown = try await fixture.administrator.updateUserPoolClient(request).userPoolClient
        let members = shown?.wireValue(in: .json).objectValue ?? [:]
        for (name, value) in sent { #expect(members[name] == value, "\(name)") }
    }

    @Test func `a member that a request omits gets Cognito's default`() async throws {
        let fixture = try await PoolFixture.make { $0.explicitAuthFlows = nil }
        let shown = try await fixture.administrator.describeUserPoolClient(
            DescribeUserPoolClientRequest(userPoolId: fixture.poolID, clientId: fixture.client.id)
        ).userPoolClient?.wireValue(in: .json).objectValue
        let expected: [WireName: WireValue] = [
            "RefreshTokenValidity": 30, "TokenValidityUnits": [:], "AllowedOAuthFlowsUserPoolClient": false,
            "EnableTokenRevocation": true, "EnablePropagateAdditionalUserContextData": false,
            "AuthSessionValidity": 3,
        ]
        for (name, value) in expected { #expect(shown?[name] == value, "\(name)") }
        let others: [WireName] = ["UserPoolId", "ClientId", "ClientName", "CreationDate", "LastModifiedDate"]
        #expect(Set((shown ?? [:]).keys) == Set(expected.keys).union(others))
    }

    @Test func `a client cannot publish its secret in a service that the server does not have`() async throws {
        let fixture = try await PoolFixture.make()
        let refusal = ServiceFault.invalidParameter(
            "PublishSecretsInAWSSecretsManager must be false: Gatehouse has no Secrets Manager. "
                + "Read the secret with DescribeUserPoolClient.")
        var new = CreateUserPoolClientRequest(userPoolId: fixture.poolID, clientName: "web", generateSecret: true)
        new.publishSecretsInAWSSecretsManager = true
        let update = UpdateUserPoolClientRequest(
            userPoolId: fixture.poolID, clientId: fixture.client.id, publishSecretsInAWSSecretsManager: true)
        await #expect(throws: refusal) { try await fixture.administrator.createUserPoolClient(new) }
        await #expect(throws: refusal) { try await fixture.administrator.updateUserPoolClient(update) }

        new.publishSecretsInAWSSecretsManager = false
        #expect(try await fixture.administrator.createUserPoolClient(new).userPoolClient?.clientSecretArn == nil)
    }
}
