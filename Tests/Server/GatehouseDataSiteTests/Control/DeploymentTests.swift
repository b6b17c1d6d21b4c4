// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGateway
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDataSite

/// Deployments: settings, tags and schema of an API in one change.
@Suite(.hangLimit)
struct DeploymentTests {
    private static let notes = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! text: String }"

    /// The body of a deployment for an API with keys.
    private func body(
        _ schema: String, name: String = "notes", tags: [String: String] = [:], allowDestroy: Bool? = nil
    ) -> WireValue {
        var members: [WireName: WireValue] = [
            "graphqlApi": ["name": .string(name), "authenticationType": "API_KEY"],
            "tags": .object(ofTexts: tags), "definition": .string(Base64.encode(Array(schema.utf8))),
        ]
        members["allowDestroy"] = allowDestroy.map { .bool($0) }
        return .object(members)
    }

    /// Starts a deployment, waits for its end, and returns the status.
    private func deploy(_ body: WireValue, to id: String, on bench: DataBench) async -> WireValue {
        let started = await bench.call("POST", "/v1/apis/\(id)/deployment", body)
        guard started.status == 200 else { return started.json }
        await bench.administration.creations.wait(for: id)
        return await bench.call("GET", "/v1/apis/\(id)/schemacreation").json
    }

    @Test
    func `a deployment sets name, tags and schema at once, and a second plan is empty`() async throws {
        let bench = try await DataBench(isDefault: false)
        let id = await bench.newAPI("first", tags: ["old": "1"])
        let body = body(Self.notes, tags: ["gatehouse:conflict-handler": "AUTOMERGE", "team": "a"])
        let plan = await bench.call("POST", "/v1/apis/\(id)/deployment/plan", body).json
        #expect(plan["changesSchema"] == true && plan["changesSettings"] == true)
        #expect(plan["steps"]?.arrayValue?.first?["text"] == "Note: the model is added")
        #expect(await bench.call("GET", "/v1/apis/\(id)").json["graphqlApi"]?["name"] == "first")
        #expect(await deploy(body, to: id, on: bench)["status"] == "SUCCESS")
        let api = await bench.call("GET", "/v1/apis/\(id)").json["graphqlApi"]
        #expect(api?["name"] == "notes")
        #expect(api?["tags"] == ["gatehouse:conflict-handler": "AUTOMERGE", "team": "a"])
        #expect(try await bench.administration.api(id).stored.settings.conflicts == .automerge)
        let again = await bench.call("POST", "/v1/apis/\(id)/deployment/plan", body).json
        #expect(again["changesSchema"] == false && again["changesSettings"] == false)
        #expect(again["steps"]?.arrayValue?.isEmpty == true)
    }

    @Test
    func `a plan counts the records that lose values, and only allowDestroy lets them go`() async throws {
        let bench = try await DataBench()
        let id = await bench.newAPI()
        #expect(await deploy(body(Self.notes), to: id, on: bench)["status"] == "SUCCESS")
        let key = await bench.call("POST", "/v1/apis/\(id)/apikeys", [:]).json["apiKey"]?["id"]?.stringValue ?? ""
        let made = try await bench.execute(
            #"mutation { createNote(input: { text: "x" }) { text } }"#, as: [("x-api-key", key)],
            path: "/apis/\(id)/graphql")
        #expect(made["data"]?["createNote"]?["text"] == "x")
        let short = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! }"
        let plan = await bench.call("POST", "/v1/apis/\(id)/deployment/plan", body(short)).json
        let loss = try #require(plan["steps"]?.arrayValue?.first { $0["losesValues"] == true })
        #expect(loss["records"] == 1 && loss["model"] == "Note")
        let refused = await deploy(body(short), to: id, on: bench)
        #expect(refused["status"] == "FAILED")
        #expect(refused["details"]?.stringValue?.contains("Note.text: the field is dropped; 1 record") == true)
        #expect(await deploy(body(short, allowDestroy: true), to: id, on: bench)["status"] == "SUCCESS")
    }

    @Test(arguments: [
        (#"{"definition": "eA=="}"#, "graphqlApi"),
        (#"{"graphqlApi": {"name": "n", "authenticationType": "API_KEY"}}"#, "definition"),
        (
            #"{"graphqlApi": {"name": "n", "authenticationType": "API_KEY"}, "definition": "eA==", "allowDestroy": 1}"#,
            "allowDestroy"
        ),
    ])
    func `a member that is missing or of another kind is named`(text: String, member: String) async throws {
        let bench = try await DataBench()
        let input = try WireValue(json: Array(text.utf8))
        for path in ["deployment", "deployment/plan"] {
            let answer = await bench.call("POST", "/v1/apis/\(bench.id)/\(path)", input)
            #expect(answer.controlRefusal == "400 BadRequestException")
            #expect(answer.json["message"]?.stringValue?.contains(member) == true)
        }
    }

    @Test
    func `errors of the schema are named before anything changes`() async throws {
        let bench = try await DataBench()
        let broken = body("type Note @model {\n  id: Missing\n}")
        let answer = await bench.call("POST", "/v1/apis/\(bench.id)/deployment/plan", broken)
        #expect(answer.controlRefusal == "400 BadRequestException")
        #expect(answer.json["message"]?.stringValue?.contains("2:") == true)
    }

    @Test
    func `a user that may not delete an API may not let its values go`() async throws {
        let bench = try await DataBench()
        let id = await bench.newAPI()
        let actions = ["UpdateGraphqlApi", "StartSchemaCreation", "TagResource", "UntagResource"]
            .map { "\"appsync:\($0)\"" }.joined(separator: ", ")
        let user = try await bench.gatehouse.registerUser(
            "ada", policy: #"{"Effect": "Allow", "Action": [\#(actions)], "Resource": "*"}"#)
        func status(_ body: WireValue) async -> Int {
            await bench.call(
                "POST", "/v1/apis/\(id)/deployment/plan", body, keyID: user.keyID, secret: user.secret
            ).status
        }
        #expect(await status(body(Self.notes)) == 200)
        #expect(await status(body(Self.notes, allowDestroy: true)) == 403)
    }
}
