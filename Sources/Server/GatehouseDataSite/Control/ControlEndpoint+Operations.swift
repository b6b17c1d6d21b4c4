// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSites
import GatehouseWire

extension ControlEndpoint {
    /// The most elements of a page.
    private static let longestPage = 25

    func perform(_ operation: ControlOperation, _ call: Call) async throws(ServiceFault) -> GatewayResponse {
        switch operation {
        case .createGraphqlApi:
            let api = try await administration.create(
                APIDefinition(call.input), tags: APITags.read(call.input["tags"]))
            return described(api)
        case .listGraphqlApis: return try await listAPIs(call)
        case .getGraphqlApi: return described(try await administration.api(call.id).stored)
        case .updateGraphqlApi:
            let definition = try APIDefinition(call.input)
            return described(try await administration.update(call.id) { api in definition.apply(to: &api) })
        case .deleteGraphqlApi:
            try await administration.delete(call.id)
            return ControlAnswer.success([:])
        case .startSchemaCreation: return try await startSchema(call)
        case .getSchemaCreationStatus: return try await schemaStatus(call)
        case .getIntrospectionSchema: return try await introspection(call)
        case .createApiKey, .listApiKeys, .updateApiKey, .deleteApiKey: return try await performOnKey(operation, call)
        case .tagResource, .untagResource, .listTagsForResource: return try await performOnTags(operation, call)
        case .startDeployment:
            let deployment = try APIDeployment(call.input)
            return try await start(call.id) {
                [administration] (former: ServedAPI) async throws(ServiceFault) -> PushedSchema in
                try await administration.take(deployment, replacing: former)
            }
        case .planDeployment:
            let planned = try await administration.plan(APIDeployment(call.input), for: call.id)
            return ControlAnswer.success(planned.description)
        }
    }

    // MARK: - APIs

    private func described(_ api: StoredAPI) -> GatewayResponse {
        ControlAnswer.success(["graphqlApi": descriptions.api(api)])
    }

    private func listAPIs(_ call: Call) async throws(ServiceFault) -> GatewayResponse {
        let all = try await administration.all().map(\.stored)
        let (page, next) = try page(of: all, call, \.id)
        return list("graphqlApis", page.map { descriptions.api($0) }, next)
    }

    /// A page of a list, and the token of the next one.
    ///
    /// A token is the hash of the last element of the page, because the id of a key is a secret.
    private func page<Element>(
        of all: [Element], _ call: Call, _ id: (Element) -> String
    ) throws(ServiceFault) -> (ArraySlice<Element>, String?) {
        func token(_ element: Element) -> String {
            Base64URL.encode(sha256(Array(id(element).utf8)))
        }
        var rest = all[...]
        if let given = call.value("nextToken") {
            guard let last = all.firstIndex(where: { token($0).utf8.elementsEqual(given.utf8) }) else {
                throw .badRequest("The nextToken is not valid.")
            }
            rest = all[(last + 1)...]
        }
        var count = Self.longestPage
        if let text = call.value("maxResults") {
            guard let number = Int(text), (0...Self.longestPage).contains(number) else {
                throw .badRequest("The parameter maxResults must be a number from 0 to \(Self.longestPage).")
            }
            if number > 0 { count = number }
        }
        let page = rest.prefix(count)
        return (page, page.count < rest.count ? page.last.map(token) : nil)
    }

    private func list(_ name: WireName, _ elements: [WireValue], _ next: String?) -> GatewayResponse {
        var members: [WireName: WireValue] = [name: .array(elements)]
        if let next { members["nextToken"] = .string(next) }
        return ControlAnswer.success(.object(members))
    }

    // MARK: - Schemas

    /// Begins to take a schema into use; the status says how it ends.
    private func startSchema(_ call: Call) async throws(ServiceFault) -> GatewayResponse {
        let schema = try APIDeployment.schema(call.input)
        return try await start(call.id) {
            [administration] (former: ServedAPI) async throws(ServiceFault) -> PushedSchema in
            try await administration.take(sent: schema, replacing: former)
        }
    }

    /// Begins a change of an API with its schema.
    private func start(
        _ id: String, _ take: @escaping @Sendable (ServedAPI) async throws(ServiceFault) -> PushedSchema
    ) async throws(ServiceFault) -> GatewayResponse {
        let former = try await administration.begin(id)
        do throws(ServiceFault) {
            try await administration.noteCreation(of: id)
        } catch {
            administration.creations.end(id)
            throw error
        }
        administration.creations.run(id) { [administration] in
            await administration.noting(id) { await Self.result(of: former, in: administration, take) }
        }
        return ControlAnswer.success(["status": "PROCESSING"])
    }

    /// The result of a change of an API with its schema, whose fault goes to the log.
    private static func result(
        of former: ServedAPI, in administration: DataAPIAdministration,
        _ take: (ServedAPI) async throws(ServiceFault) -> PushedSchema
    ) async -> SchemaCreations.Result {
        do throws(ServiceFault) {
            let pushed = try await take(former)
            let lines = ["Successfully created schema with \(pushed.compiled.models.count) models."]
            return SchemaCreations.Result(
                isSuccess: true,
                messages: (lines + pushed.compiled.warnings.map(\.description)).joined(separator: "\n"))
        } catch {
            administration.reportFailure(error, former.stored.id)
            return SchemaCreations.Result(isSuccess: false, messages: error.message)
        }
    }

    private func schemaStatus(_ call: Call) async throws(ServiceFault) -> GatewayResponse {
        let api = try await administration.api(call.id)
        let state = try await administration.creationState(of: call.id)
        if state.isRunning { return ControlAnswer.success(["status": "PROCESSING"]) }
        if let result = state.result {
            return ControlAnswer.success(
                ["status": result.isSuccess ? "SUCCESS" : "FAILED", "details": .string(result.details)])
        }
        if let problem = api.problem {
            return ControlAnswer.success(["status": "FAILED", "details": .string(problem.description)])
        }
        return ControlAnswer.success(Self.status(withoutCreation: api))
    }

    /// The status of an API whose last creation is unknown: none ran, or the process that ran it has ended.
    private static func status(withoutCreation api: ServedAPI) -> WireValue {
        let unknown =
            "No creation of a schema of this API has ended since the server started. One before may have been cut off: "
        guard api.service != nil else {
            return ["status": "NOT_APPLICABLE", "details": .string(unknown + "begin it again. No schema is in use.")]
        }
        let hash = Hex.encode(sha256(Array(api.stored.schema.utf8)))
        return [
            "status": "ACTIVE",
            "details": .string(
                unknown + "begin it again if its schema is not in use. The schema in use is that of revision "
                    + "\(api.stored.revision), and its SHA-256 hash is \(hash)."),
        ]
    }

    private func introspection(_ call: Call) async throws(ServiceFault) -> GatewayResponse {
        let schema = try await administration.api(call.id).schema()
        switch call.value("format") {
        case "SDL":
            let text = call.value("includeDirectives") == "false" ? schema.textWithoutDirectives : schema.text
            return ControlAnswer.document(Data(text.utf8), type: "application/graphql")
        case "JSON":
            return ControlAnswer.document(Data(await schema.introspection().jsonBytes()), type: "application/json")
        default: throw .badRequest("The parameter format must be SDL or JSON.")
        }
    }

    // MARK: - Keys

    private func performOnKey(
        _ operation: ControlOperation, _ call: Call
    ) async throws(ServiceFault) -> GatewayResponse {
        let secret = call.parameters.last ?? ""
        switch operation {
        case .listApiKeys:
            let (page, next) = try page(of: await administration.keys(of: call.id), call, \.key)
            return list("apiKeys", page.map { descriptions.key($0) }, next)
        case .deleteApiKey:
            try await administration.deleteKey(secret, of: call.id)
            return ControlAnswer.success([:])
        default: break
        }
        let description = call.input["description"]?.stringValue
        let expiry = try expiry(call.input["expires"])
        let key =
            operation == .createApiKey
            ? try await administration.createKey(of: call.id, description: description, expiresAt: expiry)
            : try await administration.updateKey(secret, of: call.id, description: description, expiresAt: expiry)
        return ControlAnswer.success(["apiKey": descriptions.key(key)])
    }

    private func expiry(_ value: WireValue?) throws(ServiceFault) -> Date? {
        guard let value, !value.isNull else { return nil }
        guard let seconds = value.integerValue else { throw .badRequest("The member expires must be a number.") }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    // MARK: - Tags

    private func performOnTags(
        _ operation: ControlOperation, _ call: Call
    ) async throws(ServiceFault) -> GatewayResponse {
        switch operation {
        case .tagResource:
            let added = try APITags.read(call.input["tags"])
            guard !added.isEmpty else { throw .badRequest("The member tags must have a tag.") }
            _ = try await administration.update(call.id) { api throws(ServiceFault) in
                try APITags.set(api.tags.merging(added) { $1 }, of: &api)
            }
        case .untagResource:
            let removed = call.values("tagKeys")
            guard !removed.isEmpty else { throw .badRequest("The parameter tagKeys must have a name.") }
            _ = try await administration.update(call.id) { api throws(ServiceFault) in
                try APITags.set(api.tags.filter { !removed.contains($0.key) }, of: &api)
            }
        default:
            let tags = try await administration.api(call.id).stored.tags
            return ControlAnswer.success(["tags": .object(ofTexts: tags)])
        }
        return ControlAnswer.success([:])
    }
}
