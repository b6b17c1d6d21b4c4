// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseGateway
import GatehouseIdentityPools
import GatehouseSecurityTokens
import GatehouseServer
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire
import Testing

/// What a start and `gatehouse check` say about stored policies, and about role rules on claims that users can set.
@Suite struct AccessWarningTests {
    private static let serve: [Setting: String] = [
        .adminAccessKeyID: "ADMINISTRATOR", .adminSecretAccessKey: "hZ3mC8wQ1rT6yU0iO5pA2sD7fG4jK9lX",
        .masterKey: Data((0..<32).map { UInt8($0) }).base64EncodedString(),
    ]
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func configuration(_ mode: RunMode) throws -> ServerConfiguration {
        var settings = Self.serve
        settings[.dataDirectory] = folder.path("data")
        return try ServerConfiguration.read(mode: mode, commandLine: settings, environment: [:])
    }

    /// The warnings of a start, which `body` follows.
    private func warnings(
        _ mode: RunMode, body: (ServerProcess) async throws -> Void = { _ in }
    ) async throws -> [String] {
        let log = LogLines()
        let process = try await ServerProcess(
            try configuration(mode), logger: log.logger, metrics: PrometheusMetrics())
        do {
            try await process.prepareAccess()
            try await body(process)
        } catch {
            try process.close()
            throw error
        }
        try process.close()
        return log.all.filter { $0.hasPrefix("warning ") }
    }

    @Test func `the start and the check name stored policies that deny less than they read`() async throws {
        #expect(try await warnings(.serve).isEmpty)
        let narrow = #"""
            {"Version":"2012-10-17","Statement":{"Effect":"Deny","Action":"*","Resource":"*",
             "Condition":{"StringEquals":{"aws:PrincipalOrgID":"o-1"}}}}
            """#
        let policy = try ManagedPolicy(
            name: "old", document: ["document": try WireValue(accessJSON: Array(narrow.utf8))])
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        _ = try await warnings(.serve) { process in
            try await process.installation.securityTokens.access.write {
                try $0.insert(AccessRecord(policy, origin: .command, createdAt: now, modifiedAt: now))
            }
        }
        let warnings = try await warnings(.serve)
        #expect(warnings.count == 1)
        let place = "document.Statement.Condition.StringEquals.aws:PrincipalOrgID"
        #expect(warnings.allSatisfy { $0.contains("A policy denies less than it reads") && $0.contains(place) })
        let report = try await DatabaseCheck(try configuration(.maintenance)).run()
        let lines = report.lines.filter { $0.text.contains("the policy old denies less than it reads, at \(place)") }
        #expect(lines.count == 1 && report.isSound)
    }

    @Test func `the start and the check name stored names that differ by case alone`() async throws {
        let now = Date(timeIntervalSince1970: 1_700_000_000)
        _ = try await warnings(.serve) { process in
            try await process.installation.securityTokens.access.write { store in
                for name in ["Bob", "bob", "eve"] {
                    let user = try User(name: name, document: [:])
                    try store.insert(AccessRecord(user, origin: .command, createdAt: now, modifiedAt: now))
                }
            }
        }
        let warnings = try await warnings(.serve)
        #expect(warnings.count == 1)
        #expect(warnings.allSatisfy { $0.contains("differ by case alone") && $0.contains("names=Bob, bob") })
        let report = try await DatabaseCheck(try configuration(.maintenance)).run()
        let lines = report.lines.filter { $0.text.contains("Bob, bob of the kind user differ by case alone") }
        #expect(lines.count == 1 && report.isSound)
    }

    @Test func `dev takes a role rule on a claim of users with a warning, and serve names it at its start`()
        async throws
    {
        var pool = ""
        let accepted = try await warnings(.dev) { process in
            let context = RequestContext(requestID: "test", principal: .administrator(accessKeyID: "AKIATEST"))
            let users = process.installation.userPools.service(for: context)
            let identities = process.installation.identityPools.service(for: context)
            let userPool = try await users.createUserPool(CreateUserPoolRequest(poolName: "app")).userPool?.id ?? ""
            let client =
                try await users.createUserPoolClient(
                    CreateUserPoolClientRequest(userPoolId: userPool, clientName: "app")
                ).userPoolClient?.clientId ?? ""
            let key = "cognito-idp.us-east-1.amazonaws.com/\(userPool)"
            pool = try await identities.createIdentityPool(
                CreateIdentityPoolInput(
                    identityPoolName: "app", allowUnauthenticatedIdentities: false,
                    cognitoIdentityProviders: [CognitoIdentityProvider(providerName: key, clientId: client)])
            ).identityPoolId
            let role = "arn:aws:iam::123456789012:role/Admins"
            let rule = MappingRule(claim: "nickname", matchType: .equals, value: "boss", roleARN: role)
            let mapping = RoleMapping(
                type: .rules, ambiguousRoleResolution: .deny,
                rulesConfiguration: RulesConfigurationType(rules: [rule]))
            try await identities.setIdentityPoolRoles(
                SetIdentityPoolRolesInput(
                    identityPoolId: pool, roles: ["authenticated": role],
                    roleMappings: ["\(key):\(client)": mapping]))
        }
        #expect(accepted.count == 1)
        #expect(
            accepted.allSatisfy {
                $0.contains("Users can choose their role or tag by a claim that they can set")
                    && $0.contains("claim=nickname") && $0.contains("gatehouse serve refuses")
            })
        #expect(try await warnings(.dev).isEmpty)
        let named = try await warnings(.serve)
        #expect(named.count == 1)
        #expect(
            named.allSatisfy {
                $0.contains("A role rule or principal tag gives nothing") && $0.contains("claim=nickname")
                    && $0.contains("identity_pool=\(pool)")
            })
    }
}
