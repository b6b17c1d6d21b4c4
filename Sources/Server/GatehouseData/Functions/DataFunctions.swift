// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseCrypto
package import GatehouseDataModel
import GatehouseGraphQL
package import GatehouseSchemaCompiler
import GatehouseWire

/// The functions of the server, as data APIs call them.
package struct DataFunctions: Sendable {
    /// The time that a function may take at most, as in AppSync.
    private static let longest = Duration.seconds(30)

    private let caller: any TriggerCaller
    /// The region of functions that name none.
    let region: String
    private let account: String
    private let events = FunctionEvents()

    /// Makes the functions of a server.
    ///
    /// - Parameters:
    ///   - caller: calls functions by their ARNs.
    ///   - region: the region of functions that name none.
    ///   - account: the id of the account of functions that name none.
    package init(_ caller: any TriggerCaller, region: String, account: String) {
        self.caller = caller
        self.region = region
        self.account = account
    }

    /// No functions: each call fails.
    package static let none = DataFunctions(NoTriggers(), region: "us-east-1", account: "")

    /// Calls the functions whose results no request awaits, until ``finishEvents()`` is called and the last of them
    /// ends.
    package func runEvents() async { await events.run(caller) }

    /// Takes no more calls whose results no request awaits.
    package func finishEvents() { events.finish() }

    /// The errors of a schema and its settings that name functions which the server cannot call.
    package func missing(in api: DataAPI) -> [SchemaNotice] { missing(in: api, []) }

    /// The errors of a schema and its settings that name functions which the server cannot call, with their places in
    /// the written schema, sorted by line.
    package func missing(in schema: CompiledSchema) -> [SchemaNotice] {
        SchemaErrors(missing(in: schema.api, schema.types)).errors
    }

    private func missing(in api: DataAPI, _ types: NamedList<TypeDefinition>) -> [SchemaNotice] {
        api.functionCalls.compactMap { use in
            let arn = arn(of: use.call)
            guard !caller.knows(arn) else { return nil }
            return SchemaNotice(
                "\(use.place) calls the function \(use.call.name), which the server does not have: add "
                    + #""\#(arn)": {"program": "…"} to "functions" in the functions file, which GATEHOUSE_TRIGGERS "#
                    + "names; for gatehouse dev, that is triggers.json in the data folder.",
                at: use.location(in: types))
        }
    }

    /// Whether the server has a function with a name or an ARN.
    package func knows(_ function: String) -> Bool { caller.knows(arn(of: FunctionCall(function))) }

    /// Calls a function for a request that waits for the result.
    ///
    /// - Throws: `GraphQLError` if the request may call no more functions, or if the function gives no result.
    func result(
        of call: FunctionCall, _ event: GraphQLObject, _ context: RequestContext
    ) async throws(GraphQLError) -> GraphQLValue {
        let limit = min(Self.longest, try take(event, context))
        let call = try self.call(call, event, context)
        let result: WireValue
        do throws(TriggerFailure) {
            result = try await caller.call(call, within: limit)
        } catch {
            throw GraphQLError(error)
        }
        let value = GraphQLValue(result)
        try context.budget.load(value.estimatedSize)
        return value
    }

    /// Hands over a call whose result no request awaits.
    ///
    /// - Throws: `GraphQLError` if the request may call no more functions, or if too many calls wait, or if
    ///   the server shuts down.
    func begin(_ call: FunctionCall, _ event: GraphQLObject, _ context: RequestContext) throws(GraphQLError) {
        _ = try take(event, context)
        switch events.add(try self.call(call, event, context)) {
        case nil: break
        case .full: throw .uncallable(.throttled)
        case .finished: throw .uncallable(.unavailable)
        }
    }

    /// Takes the call of a function, and the bytes of the arguments: the field of many records may send them as often.
    ///
    /// - Returns: the time that the function may take.
    private func take(_ event: GraphQLObject, _ context: RequestContext) throws(GraphQLError) -> Duration {
        let time = try context.budget.takeCall()
        try context.budget.load(event["arguments"]?.estimatedSize ?? 0)
        return time
    }

    private func arn(of call: FunctionCall) -> String { call.arn(region: region, account: account) }

    private func call(
        _ call: FunctionCall, _ event: GraphQLObject, _ context: RequestContext
    ) throws(GraphQLError) -> TriggerCall {
        let json: WireValue
        do {
            json = try WireValue(json: GraphQLValue.object(event).jsonBytes())
        } catch {
            throw .badRequest("The arguments nest too deep for a function.")
        }
        return TriggerCall(
            id: context.entropy.uuid(), function: arn(of: call), poolID: context.prepared.id, event: json)
    }
}

/// A use of a function in a schema or in the settings of conflicts.
private struct FunctionUse {
    var call: FunctionCall
    /// The place for people.
    var place: String
    /// The field that has the directive, and which of its functions it is; `nil` for a handler of conflicts.
    var field: (type: String, name: String, number: Int)?

    /// The place of the directive in the types of a written schema.
    func location(in types: NamedList<TypeDefinition>) -> SourceLocation {
        guard let field, let written = types[field.type]?.fields[field.name] else { return .none }
        let directives = written.directives.filter { $0.name.text == "function" }
        return field.number < directives.count ? directives[field.number].location : written.name.location
    }
}

extension DataAPI {
    /// The uses of functions in the schema and in the settings of conflicts.
    fileprivate var functionCalls: [FunctionUse] {
        var uses: [FunctionUse] = []
        func add(_ functions: [FunctionCall], of type: String, _ field: String) {
            for (number, call) in functions.enumerated() {
                uses.append(FunctionUse(call: call, place: "\(type).\(field)", field: (type, field, number)))
            }
        }
        for field in rootFields { add(field.functions, of: schema.root(field.operation)?.name.text ?? "", field.name) }
        for model in models {
            for field in model.fields { add(field.functions, of: model.name, field.name.text) }
            guard let function = settings.conflicts(of: model.name)?.function else { continue }
            uses.append(
                FunctionUse(call: FunctionCall(function), place: "The conflict handler of \(model.name)", field: nil))
        }
        for type in plainTypes.values.sorted(by: { $0.name < $1.name }) {
            for field in type.fields { add(field.functions, of: type.name, field.name.text) }
        }
        return uses
    }
}
