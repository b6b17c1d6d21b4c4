// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseDataModel
import GatehouseDataStores
import GatehouseStorage
import GatehouseWire
import Testing

@testable import GatehouseDataSite
@testable import GatehouseServer

/// What `gatehouse api update` changes, and what it leaves.
@Suite struct APIOptionsTests {
    private static func api(_ modes: [AuthorizationMode] = []) -> StoredAPI {
        StoredAPI(
            id: "a", name: "a", schema: "",
            settings: DataSettings(defaultMode: .userPools, additionalModes: modes),
            userPools: [UserPoolSource(id: "p", clientExpression: "c.*", issuer: "https://pools.example.com/p")],
            createdAt: Date(timeIntervalSince1970: 0))
    }

    @Test func `a pool that is named again keeps its clients and its issuer`() throws {
        var api = Self.api()
        let known = api.userPools[0]
        try APIOptions(userPools: ["p", "q=https://pools.example.com/q"]).change(&api, name: nil)
        #expect(api.userPools == [known, UserPoolSource(id: "q", issuer: "https://pools.example.com/q")])
    }

    @Test func `issuers and the authorizer are set, kept by another change, and go with their modes`() throws {
        var api = Self.api()
        try APIOptions(
            modes: [.userPools, .oidc, .function], issuers: ["https://login.example.com=app|web"],
            authorizer: "doorkeeper", authorizerLifetime: 60
        ).change(&api, name: nil)
        #expect(api.openIDIssuers == [OpenIDSource(issuer: "https://login.example.com", clientExpression: "app|web")])
        #expect(api.authorizer == AuthorizerSource(function: "doorkeeper", resultLifetime: 60))
        api.openIDIssuers[0].issueLifetime = 5_000
        let issuers = api.openIDIssuers
        try APIOptions(issuers: ["https://login.example.com"], authorizerTokens: "t.*").change(&api, name: "b")
        #expect(api.openIDIssuers == issuers)
        #expect(
            api.authorizer == AuthorizerSource(function: "doorkeeper", resultLifetime: 60, tokenExpression: "t.*"))
        try APIOptions(modes: [.apiKey]).change(&api, name: nil)
        #expect(api.openIDIssuers.isEmpty && api.authorizer == nil && api.userPools.isEmpty)
    }

    @Test(arguments: [
        APIOptions(modes: [.oidc]), APIOptions(modes: [.function]), APIOptions(issuers: ["https://a.example.com"]),
        APIOptions(authorizer: "f"), APIOptions(authorizerLifetime: 5),
        APIOptions(modes: [.function], authorizer: "f", authorizerLifetime: 3_601),
        APIOptions(modes: [.oidc], issuers: ["ftp://a.example.com"]),
        APIOptions(modes: [.oidc], issuers: ["https://a.example.com=("]),
    ])
    func `a mode without its source, a source without its mode and an invalid source are refused`(
        _ options: APIOptions
    ) {
        var api = Self.api()
        #expect(throws: ServiceFault.self) { try options.change(&api, name: nil) }
    }

    @Test func `options are empty only if none is given`() {
        #expect(APIOptions().isEmpty)
        for options in [
            APIOptions(modes: [.iam]), APIOptions(userPools: ["p"]), APIOptions(issuers: ["i"]),
            APIOptions(authorizer: "f"), APIOptions(authorizerLifetime: 0), APIOptions(authorizerTokens: ""),
            APIOptions(tags: ["a": ""]), APIOptions(isDefault: true),
        ] {
            #expect(!options.isEmpty)
        }
    }

    @Test(arguments: [
        ServiceFault.Code.badRequest, .notFound, .graphQLSchema, .apiKeyValidity, .apiKeyLimit, .apiLimit,
    ])
    func `a fault of the operator has the status of a wrong command line`(code: ServiceFault.Code) {
        let refusal = APICommand.refusal(of: ServiceFault(code, "One.\nTwo."), inDataFolder: "/nowhere")
        #expect(refusal.exitCode == .usage)
        #expect(refusal.description.contains("One.") && refusal.details == ["Two."])
    }

    @Test func `an API without a schema is not one whose schema does not compile`() {
        let missing = ServiceFault(.graphQLSchema, "No schema definition exists.")
        let refusal = APICommand.refusal(of: missing, inDataFolder: "/nowhere")
        #expect(refusal.exitCode == .usage && refusal.description.contains("The API has no schema"))
    }

    @Test func `a change that another one overtook can be repeated, and a full disk has its cure`() {
        let overtaken = APICommand.refusal(of: .schemaIsChanging, inDataFolder: "/nowhere")
        #expect(overtaken.exitCode == .unavailable && overtaken.description.contains("repeat the command"))
        let full = APICommand.refusal(of: ServiceFault(unforeseen: StorageError.full), inDataFolder: "/nowhere")
        #expect(full.exitCode == .unavailable)
        #expect(full.description.contains("the disk is full. Make space on its disk."))
        let counted = APICommand.refusal(
            of: ServiceFault(.serviceUnavailable, "Later.\n2 records are imported.", cause: StorageError.full),
            inDataFolder: "/nowhere")
        #expect(counted.details == ["2 records are imported."])
    }

    @Test func `a damaged database has the status that a check has, because a repetition fails again`() {
        let damaged = APICommand.refusal(of: ServiceFault(unforeseen: StorageError.corrupt), inDataFolder: "/nowhere")
        #expect(damaged.exitCode == .damaged)
    }
}
