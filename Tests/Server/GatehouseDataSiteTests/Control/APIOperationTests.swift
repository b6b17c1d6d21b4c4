// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataModel
import GatehouseDataStores
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// The operations of AppSync's control plane on APIs, keys and tags.
@Suite(.hangLimit)
struct APIOperationTests {
    @Test
    func `a new API is described with its addresses, and deleted with them`() async throws {
        let bench = try await DataBench()
        let pool = bench.fixture.poolID
        let made = await bench.call(
            "POST", "/v1/apis",
            [
                "name": "orders", "authenticationType": "AMAZON_COGNITO_USER_POOLS",
                "userPoolConfig": [
                    "userPoolId": .string(pool), "awsRegion": "us-east-1", "defaultAction": "ALLOW",
                    "appIdClientRegex": "a.*",
                ],
                "additionalAuthenticationProviders": [["authenticationType": "API_KEY"]],
                "introspectionConfig": "DISABLED", "queryDepthLimit": 5, "tags": ["team": "one"],
            ])
        #expect(made.status == 200)
        let api = try #require(made.json["graphqlApi"])
        let id = try #require(api["apiId"]?.stringValue)
        #expect(id.utf8.count == 26)
        #expect(api["arn"] == .string("arn:aws:appsync:us-east-1:123456789012:apis/\(id)"))
        #expect(api["uris"]?["GRAPHQL"] == .string("http://localhost:9229/apis/\(id)/graphql"))
        #expect(api["uris"]?["REALTIME"] == .string("ws://localhost:9229/apis/\(id)/graphql/realtime"))
        #expect(api["dns"]?["GRAPHQL"] == "localhost:9229")
        #expect(api["userPoolConfig"]?["appIdClientRegex"] == "a.*")
        #expect(api["additionalAuthenticationProviders"] == [["authenticationType": "API_KEY"]])
        #expect(api["introspectionConfig"] == "DISABLED" && api["queryDepthLimit"] == 5)
        #expect(api["tags"] == ["team": "one"])
        #expect(await bench.call("GET", "/v1/apis/\(id)").json["graphqlApi"] == api)
        #expect(await bench.call("DELETE", "/v1/apis/\(id)").status == 200)
        #expect(await bench.call("GET", "/v1/apis/\(id)").controlRefusal == "404 NotFoundException")
        #expect(await bench.post("{}", [], path: "/apis/\(id)/graphql").status == 404)
    }

    @Test
    func `a list has pages that skip no API`() async throws {
        let bench = try await DataBench()
        var ids = [bench.id, await bench.newAPI("b"), await bench.newAPI("c")]
        ids.sort()
        let first = await bench.call("GET", "/v1/apis", query: "maxResults=2").json
        let token = try #require(first["nextToken"]?.stringValue)
        let second = await bench.call("GET", "/v1/apis", query: "nextToken=\(token)").json
        let all = (first["graphqlApis"]?.arrayValue ?? []) + (second["graphqlApis"]?.arrayValue ?? [])
        #expect(all.compactMap { $0["apiId"]?.stringValue } == ids)
        #expect(second["nextToken"] == nil)
        #expect(await bench.call("GET", "/v1/apis", query: "nextToken=x").controlRefusal == "400 BadRequestException")
        #expect(await bench.call("GET", "/v1/apis", query: "maxResults=26").controlRefusal == "400 BadRequestException")
    }

    @Test
    func `an update replaces the modes, and the next request has them`() async throws {
        let bench = try await DataBench()
        #expect(await bench.post(DataBench.body(DataBench.list), bench.withKey).status == 200)
        let updated = await bench.call(
            "POST", "/v1/apis/\(bench.id)", ["name": "other", "authenticationType": "AWS_IAM"])
        // The rules of the schema name the mode of user pools.
        #expect(updated.controlRefusal == "400 BadRequestException")
        let config: WireValue = [
            "userPoolId": .string(bench.fixture.poolID), "awsRegion": "us-east-1", "defaultAction": "ALLOW",
        ]
        let changed = await bench.call(
            "POST", "/v1/apis/\(bench.id)",
            ["name": "other", "authenticationType": "AMAZON_COGNITO_USER_POOLS", "userPoolConfig": config])
        #expect(changed.json["graphqlApi"]?["name"] == "other")
        #expect(await bench.post(DataBench.body(DataBench.list), bench.withKey).status == 401)
    }

    @Test(
        arguments: [
            (["name": "x"], "authenticationType"), (["authenticationType": "API_KEY"], "name"),
            (["name": "x", "authenticationType": "NONE"], "authenticationType"),
            (["name": "x", "authenticationType": "OPENID_CONNECT"], "openIDConnectConfig"),
            (["name": "x", "authenticationType": "AWS_LAMBDA"], "lambdaAuthorizerConfig"),
            (["name": "x", "authenticationType": "AMAZON_COGNITO_USER_POOLS"], "userPoolConfig"),
            (["name": "x", "authenticationType": "API_KEY", "queryDepthLimit": 76], "queryDepthLimit"),
            (["name": "x", "authenticationType": "API_KEY", "apiType": "MERGED"], "merged"),
            (["name": "x", "authenticationType": "API_KEY", "logConfig": [:]], "logConfig"),
            (["name": "x", "authenticationType": "API_KEY", "tags": ["gatehouse:color": "red"]], "gatehouse:"),
            (
                ["name": "x", "authenticationType": "API_KEY", "tags": ["gatehouse:domain": "Data.example.com"]],
                "domain"
            ),
            (["name": "x", "authenticationType": "API_KEY", "tags": ["gatehouse:domain": "data"]], "domain"),
            (["name": "x", "authenticationType": "API_KEY", "tags": ["gatehouse:domain": "a..com"]], "domain"),
            (["name": "x", "authenticationType": "API_KEY", "tags": ["gatehouse:domain": "a.com:443"]], "domain"),
            (
                ["name": "x", "authenticationType": "API_KEY", "tags": ["gatehouse:domain": "x.amazonaws.com"]],
                "must not be a name below amazonaws.com"
            ),
            (
                ["name": "x", "authenticationType": "API_KEY", "tags": ["gatehouse:hide-foreign-records": "yes"]],
                "hide-foreign-records"
            ),
            (
                ["name": "x", "authenticationType": "API_KEY", "tags": ["gatehouse:conflict-handler": "LAMBDA"]],
                "conflict-function"
            ),
            (
                [
                    "name": "x", "authenticationType": "API_KEY",
                    "additionalAuthenticationProviders": [["authenticationType": "API_KEY"]],
                ], "twice"
            ),
        ] as [(WireValue, String)])
    func `an invalid API is refused with the member that is wrong`(_ input: WireValue, _ part: String) async throws {
        let bench = try await DataBench()
        let response = await bench.call("POST", "/v1/apis", input)
        #expect(response.controlRefusal == "400 BadRequestException")
        #expect(response.json["message"]?.stringValue?.contains(part) == true)
        #expect(try await bench.apis.all().count == 1)
    }

    @Test
    func `keys are made, listed, renewed and deleted, and count from their first request`() async throws {
        let bench = try await DataBench()
        let id = bench.id
        let hour = (bench.gatehouse.clock.now.timeIntervalSince1970 / 3_600).rounded(.down)
        let made = await bench.call("POST", "/v1/apis/\(id)/apikeys", ["description": "web"]).json["apiKey"]
        let key = try #require(made?["id"]?.stringValue)
        #expect(key.hasPrefix("da2-") && key.utf8.count == 30)
        #expect(made?["expires"]?.integerValue == Int64((hour + 7 * 24) * 3_600))
        #expect(made?["deletes"]?.integerValue == Int64((hour + 67 * 24) * 3_600))
        #expect(await bench.post(DataBench.body(DataBench.list), [("x-api-key", key)]).status == 200)
        bench.gatehouse.clock.advance(by: 8 * 86_400)
        #expect(await bench.post(DataBench.body(DataBench.list), [("x-api-key", key)]).status == 401)
        let listed = await bench.call("GET", "/v1/apis/\(id)/apikeys").json["apiKeys"]?.arrayValue ?? []
        let isListed = listed.contains { $0["id"]?.stringValue == key }
        #expect(isListed)
        let later = Int64(bench.gatehouse.clock.now.timeIntervalSince1970) + 30 * 86_400
        let renewed = await bench.call("POST", "/v1/apis/\(id)/apikeys/\(key)", ["expires": .integer(later)])
        #expect(renewed.json["apiKey"]?["description"] == "web")
        #expect(await bench.post(DataBench.body(DataBench.list), [("x-api-key", key)]).status == 200)
        #expect(await bench.call("DELETE", "/v1/apis/\(id)/apikeys/\(key)").status == 200)
        #expect(await bench.post(DataBench.body(DataBench.list), [("x-api-key", key)]).status == 401)
        #expect(
            await bench.call("DELETE", "/v1/apis/\(id)/apikeys/\(key)").controlRefusal == "404 NotFoundException")
    }

    @Test
    func `the life and the number of keys are bounded`() async throws {
        let bench = try await DataBench()
        let now = Int64(bench.gatehouse.clock.now.timeIntervalSince1970)
        for seconds in [0, 86_400 - 3_601, 366 * 86_400] as [Int64] {
            let response = await bench.call(
                "POST", "/v1/apis/\(bench.id)/apikeys", ["expires": .integer(now + seconds)])
            #expect(response.controlRefusal == "400 ApiKeyValidityOutOfBoundsException")
        }
        for _ in 0..<49 { #expect(await bench.call("POST", "/v1/apis/\(bench.id)/apikeys", [:]).status == 200) }
        let last = await bench.call("POST", "/v1/apis/\(bench.id)/apikeys", [:])
        #expect(last.controlRefusal == "400 ApiKeyLimitExceededException")
    }

    @Test
    func `tags are set, listed and removed, and some are settings`() async throws {
        let bench = try await DataBench()
        let arn = "arn%3Aaws%3Aappsync%3Aus-east-1%3A123456789012%3Aapis%2F\(bench.id)"
        let tags: WireValue = ["team": "one", "gatehouse:conflict-handler": "AUTOMERGE"]
        #expect(await bench.call("POST", "/v1/tags/\(arn)", ["tags": tags]).status == 200)
        #expect(await bench.call("GET", "/v1/tags/\(arn)").json["tags"] == tags)
        #expect(try await bench.apis.api(bench.id)?.stored.settings.conflicts == .automerge)
        let removed = await bench.call("DELETE", "/v1/tags/\(arn)", query: "tagKeys=gatehouse%3Aconflict-handler")
        #expect(removed.status == 200)
        #expect(await bench.call("GET", "/v1/tags/\(arn)").json["tags"] == ["team": "one"])
        #expect(try await bench.apis.api(bench.id)?.stored.settings.conflicts == nil)
        let foreign = arn.replacing("123456789012", with: "210987654321")
        #expect(await bench.call("GET", "/v1/tags/\(foreign)").controlRefusal == "404 NotFoundException")
    }

    @Test(arguments: ["ALLOW", "DENY"])
    func `the default action of a user pool is set, described and in force`(action: String) async throws {
        let bench = try await DataBench()
        let config: WireValue = [
            "userPoolId": .string(bench.fixture.poolID), "awsRegion": "us-east-1", "defaultAction": .string(action),
        ]
        let changed = await bench.call(
            "POST", "/v1/apis/\(bench.id)",
            ["name": "x", "authenticationType": "AMAZON_COGNITO_USER_POOLS", "userPoolConfig": config])
        #expect(changed.json["graphqlApi"]?["userPoolConfig"]?["defaultAction"] == .string(action))
        let answer = try await bench.execute(DataBench.list, as: try await bench.user("alice"))
        #expect((answer["errors"] == nil) == (action == "ALLOW"))
    }

    @Test
    func `tags set the handlers of conflicts, of the API and of models`() async throws {
        let bench = try await DataBench()
        let arn = "arn%3Aaws%3Aappsync%3Aus-east-1%3A123456789012%3Aapis%2F\(bench.id)"
        let tags: WireValue = [
            "gatehouse:conflict-handler": "LAMBDA", "gatehouse:conflict-function": "resolve",
            "gatehouse:conflict-handler:Todo": "AUTOMERGE",
        ]
        #expect(await bench.call("POST", "/v1/tags/\(arn)", ["tags": tags]).status == 200)
        let settings = try #require(try await bench.apis.api(bench.id)).stored.settings
        #expect(settings.conflicts == .function && settings.conflictFunction == "resolve")
        #expect(settings.conflicts(of: "Todo") == ConflictHandler(.automerge))
        #expect(settings.conflicts(of: "Other") == ConflictHandler(.function, function: "resolve"))
        for tags in [
            ["gatehouse:conflict-handler": "MERGE"], ["gatehouse:conflict-handler:Note": "LAMBDA"],
            ["gatehouse:conflict-function:Note": "f"], ["gatehouse:conflict-handler:": "AUTOMERGE"],
            ["gatehouse:conflict-other": "x"],
            ["gatehouse:conflict-handler:Note": "AUTOMERGE", "gatehouse:conflict-function:Note": "f"],
        ] as [WireValue] {
            let refused = await bench.call("POST", "/v1/tags/\(arn)", ["tags": tags])
            #expect(refused.controlRefusal == "400 BadRequestException", "\(tags)")
        }
    }

    @Test
    func `operations that this server does not have name what is missing`() async throws {
        let bench = try await DataBench()
        for (method, path, part) in [
            ("POST", "/v1/apis/\(bench.id)/datasources", "data sources"), ("GET", "/v2/apis", "event APIs"),
            ("POST", "/v1/apis/\(bench.id)/types/Query/resolvers", "resolvers"),
            ("PUT", "/v1/apis/\(bench.id)/environmentVariables", "environment variables"),
        ] {
            let response = await bench.call(method, path, [:])
            #expect(response.controlRefusal == "400 BadRequestException")
            #expect(response.json["message"]?.stringValue?.contains(part) == true)
        }
    }
}
