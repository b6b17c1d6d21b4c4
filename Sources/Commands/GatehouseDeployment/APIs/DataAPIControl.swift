// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseClient
package import GatehouseCrypto
package import GatehouseWire

/// Calls AppSync's control plane, and Gatehouse's own deployments of APIs.
package struct DataAPIControl: Sendable {
    /// The most pages of a list that are read.
    private static let mostPages = 200
    /// The pause between two questions whether a deployment has ended.
    private static let pause = Duration.milliseconds(500)
    /// The longest deployment that is waited for: one that fills indexes of many records.
    private static let longestDeployment = Duration.seconds(30 * 60)

    private let client: RESTClient
    private let clock: ClientClock

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - endpoint: where requests go.
    ///   - region: the region in the scope of signatures.
    ///   - credentials: what requests are signed with.
    ///   - transport: what carries requests.
    ///   - clock: dates signatures, measures deadlines and pauses.
    ///   - entropy: spreads the pauses.
    package init(
        endpoint: Endpoint, region: String, credentials: SigningCredentials, transport: any Transport,
        clock: ClientClock, entropy: Entropy
    ) {
        client = RESTClient(
            endpoint: endpoint, service: "appsync", region: region, credentials: credentials, transport: transport,
            clock: clock, entropy: entropy)
        self.clock = clock
    }

    /// The present date, from which keys count their lives.
    package var now: Date { clock.now() }

    // MARK: - APIs

    /// Creates an API without a schema (`CreateGraphqlApi`).
    ///
    /// - Throws: the service's fault; a call whose answer was lost is not repeated.
    package func create(
        _ definition: DataAPIDefinition, tags: [String: String]
    ) async throws(ServiceFault) -> DataAPIRecord {
        var members = definition.members
        members["tags"] = .object(ofTexts: tags)
        let answer = try await client.send(
            RESTClient.Call(
                "CreateGraphqlApi", .post, ["v1", "apis"], body: .object(members), repetition: .consumes))
        return try DataAPIRecord(answer["graphqlApi"])
    }

    /// Describes an API (`GetGraphqlApi`); `nil` if there is none with the id.
    ///
    /// - Throws: the service's fault.
    package func api(_ id: String) async throws(ServiceFault) -> DataAPIRecord? {
        do throws(ServiceFault) {
            let answer = try await client.send(
                RESTClient.Call("GetGraphqlApi", .get, ["v1", "apis", id], repetition: .reads))
            return try DataAPIRecord(answer["graphqlApi"])
        } catch {
            guard error.code == .notFoundAtControl else { throw error }
            return nil
        }
    }

    /// Lists all APIs (`ListGraphqlApis`), by ascending id.
    ///
    /// - Throws: the service's fault.
    package func apis() async throws(ServiceFault) -> [DataAPIRecord] {
        var records: [DataAPIRecord] = []
        for value in try await list("ListGraphqlApis", ["v1", "apis"], "graphqlApis") {
            records.append(try DataAPIRecord(value))
        }
        return records
    }

    /// Replaces name, modes and bounds of an API (`UpdateGraphqlApi`).
    ///
    /// - Throws: the service's fault.
    package func update(_ id: String, to definition: DataAPIDefinition) async throws(ServiceFault) -> DataAPIRecord {
        let answer = try await client.send(
            RESTClient.Call(
                "UpdateGraphqlApi", .post, ["v1", "apis", id], body: .object(definition.members), repetition: .sets))
        return try DataAPIRecord(answer["graphqlApi"])
    }

    /// Deletes an API with its keys and records (`DeleteGraphqlApi`); one that is gone already is not an error.
    ///
    /// - Throws: the service's fault.
    package func delete(_ id: String) async throws(ServiceFault) {
        do throws(ServiceFault) {
            _ = try await client.send(
                RESTClient.Call("DeleteGraphqlApi", .delete, ["v1", "apis", id], repetition: .ends))
        } catch {
            guard error.code == .notFoundAtControl else { throw error }
        }
    }

    /// Sets tags of an API, and leaves the others (`TagResource`).
    ///
    /// - Throws: the service's fault.
    package func tag(_ arn: String, _ tags: [String: String]) async throws(ServiceFault) {
        _ = try await client.send(
            RESTClient.Call(
                "TagResource", .post, ["v1", "tags", arn], body: ["tags": .object(ofTexts: tags)], repetition: .sets))
    }

    /// Removes tags of an API (`UntagResource`).
    ///
    /// - Throws: the service's fault.
    package func untag(_ arn: String, _ keys: [String]) async throws(ServiceFault) {
        _ = try await client.send(
            RESTClient.Call(
                "UntagResource", .delete, ["v1", "tags", arn], query: keys.map { ("tagKeys", $0) },
                repetition: .ends))
    }

    // MARK: - Deployments

    /// What a deployment would change (Gatehouse's own `PlanDeployment`).
    ///
    /// - Throws: the service's fault: `BadRequestException` with all errors of the schema.
    package func plan(_ deployment: DataAPIDeployment, of id: String) async throws(ServiceFault) -> DataAPIPlan {
        let answer = try await client.send(
            RESTClient.Call(
                "PlanDeployment", .post, ["v1", "apis", id, "deployment", "plan"], body: deployment.body,
                repetition: .reads))
        return try DataAPIPlan(answer)
    }

    /// Sets name, modes, tags and schema of an API in one change, and waits for its end (Gatehouse's own
    /// `StartDeployment`).
    ///
    /// - Throws: the service's fault: `BadRequestException` with all errors of the schema, or with what would be lost.
    package func deploy(_ deployment: DataAPIDeployment, to id: String) async throws(ServiceFault) {
        try await start(
            "StartDeployment", ["v1", "apis", id, "deployment"], deployment.body, schema: deployment.schema, of: id)
    }

    /// Takes a schema into use, and waits for its end (`StartSchemaCreation`).
    ///
    /// - Throws: the service's fault, as `deploy(_:to:)`.
    package func push(_ schema: String, to id: String) async throws(ServiceFault) {
        let body: WireValue = ["definition": .string(Base64.encode(Array(schema.utf8)))]
        try await start("StartSchemaCreation", ["v1", "apis", id, "schemacreation"], body, schema: schema, of: id)
    }

    private func start(
        _ name: String, _ path: [String], _ body: WireValue, schema: String, of id: String
    ) async throws(ServiceFault) {
        let end = clock.uptime() + Self.longestDeployment
        while true {
            do throws(ServiceFault) {
                _ = try await client.send(RESTClient.Call(name, .post, path, body: body, repetition: .sets))
                break
            } catch {
                // Another change runs, perhaps the one whose answer was lost.
                guard error.code == .concurrentAtControl, clock.uptime() < end else { throw error }
                try await wait()
            }
        }
        while true {
            let status = try await client.send(
                RESTClient.Call(
                    "GetSchemaCreationStatus", .get, ["v1", "apis", id, "schemacreation"], repetition: .reads))
            let details = status["details"]?.stringValue ?? "The server says no reason."
            switch status["status"]?.stringValue {
            case "PROCESSING":
                guard clock.uptime() < end else {
                    throw ServiceFault(
                        .badRequestAtControl, "The deployment of the API \(id) has not ended after 30 minutes.")
                }
                try await wait()
            case "SUCCESS": return
            case "ACTIVE" where details.contains(Hex.encode(sha256(Array(schema.utf8)))):
                // The server has started anew since, and has the schema in use.
                return
            default: throw ServiceFault(.badRequestAtControl, details)
            }
        }
    }

    private func wait() async throws(ServiceFault) {
        do {
            try await clock.sleep(Self.pause)
        } catch {
            throw .cancelled
        }
    }

    // MARK: - Keys

    /// Creates a key (`CreateApiKey`).
    ///
    /// - Throws: the service's fault; a call whose answer was lost is not repeated.
    package func createKey(
        of id: String, description: String, expires: Date
    ) async throws(ServiceFault) -> DataAPIKey {
        let answer = try await client.send(
            RESTClient.Call(
                "CreateApiKey", .post, ["v1", "apis", id, "apikeys"], body: Self.body(description, expires),
                repetition: .consumes))
        return try DataAPIKey(answer["apiKey"])
    }

    /// Lists the keys of an API, the oldest first, with expired ones (`ListApiKeys`).
    ///
    /// - Throws: the service's fault.
    package func keys(of id: String) async throws(ServiceFault) -> [DataAPIKey] {
        var keys: [DataAPIKey] = []
        for value in try await list("ListApiKeys", ["v1", "apis", id, "apikeys"], "apiKeys") {
            keys.append(try DataAPIKey(value))
        }
        return keys
    }

    /// Changes the description and the end of a key, which may have expired (`UpdateApiKey`).
    ///
    /// - Throws: the service's fault.
    package func updateKey(
        _ key: String, of id: String, description: String, expires: Date
    ) async throws(ServiceFault) -> DataAPIKey {
        let answer = try await client.send(
            RESTClient.Call(
                "UpdateApiKey", .post, ["v1", "apis", id, "apikeys", key], body: Self.body(description, expires),
                repetition: .sets))
        return try DataAPIKey(answer["apiKey"])
    }

    /// Deletes a key (`DeleteApiKey`); one that is gone already is not an error.
    ///
    /// - Throws: the service's fault.
    package func deleteKey(_ key: String, of id: String) async throws(ServiceFault) {
        do throws(ServiceFault) {
            _ = try await client.send(
                RESTClient.Call("DeleteApiKey", .delete, ["v1", "apis", id, "apikeys", key], repetition: .ends))
        } catch {
            guard error.code == .notFoundAtControl else { throw error }
        }
    }

    private static func body(_ description: String, _ expires: Date) -> WireValue {
        [
            "description": .string(description),
            "expires": .integer(Int64(expires.timeIntervalSince1970.rounded(.down))),
        ]
    }

    // MARK: - Lists

    private func list(
        _ name: String, _ path: [String], _ member: String
    ) async throws(ServiceFault) -> [WireValue] {
        var elements: [WireValue] = []
        var token: String?
        for _ in 1...Self.mostPages {
            let answer = try await client.send(
                RESTClient.Call(
                    name, .get, path, query: token.map { [("nextToken", $0)] } ?? [], repetition: .reads))
            elements += answer[member]?.arrayValue ?? []
            token = answer["nextToken"]?.stringValue
            if token == nil { return elements }
        }
        throw .garbled("The answer to \(name) has no last page.")
    }
}

extension ServiceFault.Code {
    /// There is no such API or key.
    static let notFoundAtControl: Self = "NotFoundException"
    /// Another change of the API runs.
    static let concurrentAtControl: Self = "ConcurrentModificationException"
    /// The request or the schema is not valid.
    static let badRequestAtControl: Self = "BadRequestException"
}
