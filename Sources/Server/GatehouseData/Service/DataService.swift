// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
package import GatehouseCrypto
package import GatehouseDataModel
package import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSchemaCompiler
package import GatehouseServerCrypto
import Synchronization

/// An API in force: its compiled schema, its rules and the store of its records.
///
/// It does not change; another schema of the API is another service. A service whose revision is not in force any more
/// writes nothing. It is one object, to which each subscription holds a reference and not a copy.
package final class DataService: Sendable {
    private let prepared: PreparedAPI
    private let store: GuardedStore
    private let events: DataEvents
    private let tokens: PageTokens
    private let clock: WallClock
    private let forwardClock: ForwardClock
    private let entropy: Entropy
    private let limits: DataLimits
    private let functions: DataFunctions
    private let hidesForeignRecords: Bool
    private let report: @Sendable (any Error) -> Void
    /// The plans that live subscriptions share.
    let plans = SubscriptionPlans()

    /// Makes the service of an API.
    ///
    /// - Parameters:
    ///   - id: the id of the API, under which its records are stored.
    ///   - revision: the revision of the API with its schema and settings; `nil` for an API that is not stored.
    ///   - api: the compiled schema.
    ///   - store: the records of all APIs.
    ///   - events: the hub of the node.
    ///   - sealer: encrypts the tokens of pages.
    ///   - clock: the source of times.
    ///   - forwardClock: the source of the times of changes and syncs.
    ///   - entropy: the source of ids.
    ///   - limits: the bounds of requests.
    ///   - functions: the functions that fields and conflicts call.
    ///   - hidesForeignRecords: whether a record that the caller may not read is answered as a missing one.
    ///   - report: receives the failures of the store at events, which subscribers do not see.
    package init(
        id: String, revision: Int?, api: DataAPI, store: any RecordStore, events: DataEvents, sealer: Sealer,
        clock: WallClock, forwardClock: ForwardClock, entropy: Entropy, limits: DataLimits = DataLimits(),
        functions: DataFunctions = .none, hidesForeignRecords: Bool = false,
        report: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        prepared = PreparedAPI(id, api, generation: events.generation(ofRevision: revision))
        events.connect(to: ChangeLog(store), clock: forwardClock)
        self.store = GuardedStore(store, api: id, revision: revision)
        self.events = events
        tokens = PageTokens(sealer: sealer, purpose: .dataPage)
        self.clock = clock
        self.forwardClock = forwardClock
        self.entropy = entropy
        self.limits = limits
        self.functions = functions
        self.hidesForeignRecords = hidesForeignRecords
        self.report = report
    }

    /// The id of the API.
    package var id: String { prepared.id }

    /// The compiled schema.
    package var api: DataAPI { prepared.api }

    /// Makes the writes that begin from now on place records by other models with the same names, too.
    ///
    /// A schema that is taken into use gets the places of its new indexes so, while this service is still in force.
    /// - Parameter models: models with the indexes and the rules of both schemas.
    package func placeRecords(by models: [Model]) { prepared.places.use(models) }

    // MARK: - Queries and mutations

    /// Executes a query or a mutation; all errors are in the answer.
    package func answer(_ request: DataRequest, by caller: Caller) async -> DataAnswer {
        await execute(request, by: caller).answer
    }

    /// Executes a query or a mutation, and counts what it reads; all errors are in the answer.
    ///
    /// `decisions` receives the decisions about the caller.
    package func execute(
        _ request: DataRequest, by caller: Caller, noting decisions: DecisionLog = .none
    ) async -> DataExecution {
        let plan: ExecutionPlan
        do throws(PlanFailure) {
            plan = try self.plan(request)
        } catch {
            return DataExecution(answer: error.answer)
        }
        switch plan.kind {
        case .subscription:
            return DataExecution(
                answer: .unsupported("Subscriptions are not supported over this connection."), kind: plan.kind)
        case .mutation where !request.allowsMutations:
            return DataExecution(
                answer: .unsupported("Mutations are not supported by the method GET."), kind: plan.kind)
        case .query, .mutation: break
        }
        let failures = FirstFailure()
        let resolver = resolver(for: caller, from: request.origin, noting: decisions, report: failures.note)
        let result = await executor(resolver).execute(plan)
        return DataExecution(
            answer: answer(result), kind: plan.kind, recordsRead: resolver.context.budget.read,
            failure: failures.error, isRepeatable: !resolver.context.budget.hasEffects)
    }

    private func answer(_ result: ExecutionResult) -> DataAnswer {
        let response = result.response.members ?? [:]
        guard GraphQLValue.object(response).estimatedSize <= limits.responseBytes else {
            return .errors([.tooExpensive("The response has more than \(limits.responseBytes) bytes.")])
        }
        return .response(response)
    }

    /// The fields that a request touches as `Type.field`, for policies that allow or deny them; none for a request that
    /// is not valid.
    ///
    /// All fields of the models that it reads or writes are among them, because it may search by fields that it does not
    /// select. The fields of pages are not: policies for Amplify name the operations and the models alone.
    package func searchedFields(of request: DataRequest) -> Set<String> {
        guard let plan = try? plan(request) else { return [] }
        var found: Set<String> = []
        plan.fields.addNames(to: &found, except: prepared.pages, searchable: prepared.searchable)
        return found
    }

    // MARK: - Subscriptions

    /// Validates and authorizes a subscription.
    ///
    /// Its events are the changes that are committed after the call returns. `decisions` receives the decisions about the
    /// caller, now and at each event.
    ///
    /// - Throws: `DataRefusal`.
    package func subscribe(
        _ request: DataRequest, by caller: Caller, noting decisions: DecisionLog = .none
    ) async throws(DataRefusal) -> DataSubscription {
        let shared = try subscriptionPlan(request)
        guard shared.plan.fields.count == 1, let field = shared.plan.fields.first,
            let listening = prepared.listening(to: field)
        else { throw .badRequest(["A subscription selects one field of the type \(shared.plan.root)."]) }
        let delivery: EventDelivery
        do throws(GraphQLError) {
            delivery = try self.delivery(shared, field, listening, resolver(for: caller, noting: decisions).context)
        } catch {
            throw error.errorType.map { DataRefusal($0, [error.message]) } ?? .badRequest([error.message])
        }
        let topics = listening.kinds.map {
            DataEvents.Topic(api: prepared.id, model: listening.model.name, kind: $0)
        }
        let mailbox = events.subscribe(to: topics, delivery.scope, generation: prepared.generation, limits: limits)
        let subscription = DataSubscription(mailbox, in: events, delivery)
        do {
            try await events.follow()
        } catch {
            subscription.cancel()
            report(error)
            throw DataRefusal.failure
        }
        return subscription
    }

    /// The plan of a subscription: that of a live one with an equal request, else a new one.
    private func subscriptionPlan(_ request: DataRequest) throws(DataRefusal) -> SubscriptionPlan {
        let asked = SubscriptionPlans.Request(request)
        if let asked, let known = plans.plan(of: asked) { return known }
        let plan: ExecutionPlan
        do throws(PlanFailure) {
            plan = try self.plan(request)
        } catch {
            switch error {
            case .request(let messages): throw .badRequest(messages)
            case .document(let errors): throw .badRequest(errors.map(\.message))
            }
        }
        guard plan.kind == .subscription else { throw .notSubscription }
        return plans.add(plan, of: asked)
    }

    private func delivery(
        _ plan: SubscriptionPlan, _ field: PlannedField, _ listening: Listening, _ context: RequestContext
    ) throws(GraphQLError) -> EventDelivery {
        if let error = field.argumentError { throw error }
        guard context.admits(field), listening.access.map({ context.admits(field, by: $0) }) ?? true else {
            throw .unauthorized(field)
        }
        let model = listening.model
        var arguments = field.arguments.withoutNulls.stored
        arguments["filter"] = nil
        let verdict = context.judge(.listen(owners: arguments), of: model)
        guard verdict.isAllowed else { throw .unauthorized(verdict, field) }
        let filter: Condition?
        do throws(ConditionProblem) {
            filter = try ConditionCompiler.condition(field.arguments["filter"], model.model, limits: limits.conditions)
        } catch {
            throw GraphQLError(error)
        }
        // The scope has an owner that is the caller: any accepted value names the same caller.
        if case .members(let memberships) = verdict.scope, memberships.count == 1 {
            arguments[memberships[0].field] = nil
        }
        // The events that arrive tell what the fields of a filter have.
        try model.requireSearchable(
            (filter?.fields ?? []).union(arguments.keys), verdict, noting: context.decisions)
        return EventDelivery(
            service: self, caller: context.caller, prepared: model, plan: plan, scope: verdict.scope,
            arguments: arguments, filter: filter, decisions: context.decisions)
    }

    // MARK: - Plans

    /// Why a request cannot be executed.
    private enum PlanFailure: Error {
        /// No operation can be chosen.
        case request([String])
        /// The document or the variables have errors.
        case document([GraphQLError])

        var answer: DataAnswer {
            switch self {
            case .request(let messages): .refused(.badRequest(messages))
            case .document(let errors): .errors(errors)
            }
        }
    }

    private func plan(_ request: DataRequest) throws(PlanFailure) -> ExecutionPlan {
        let document: Document
        do {
            document = prepared.acceptingQuotedEnums(
                try Document(parsing: request.query, limits: limits.document))
        } catch {
            throw .document([error])
        }
        let operation: OperationDefinition
        do {
            operation = try document.operation(named: request.operationName)
        } catch {
            throw .request([error.message])
        }
        let errors = document.errors(
            against: prepared.api.schema,
            options: ValidationOptions(
                scalars: AWSScalars.rules, mixesIDAndString: true, allowsIntrospection: limits.allowsIntrospection))
        guard errors.isEmpty else { throw .document(errors) }
        return try plan(operation, in: document, request.variables)
    }

    private func plan(
        _ operation: OperationDefinition, in document: Document, _ variables: GraphQLObject
    ) throws(PlanFailure) -> ExecutionPlan {
        let schema = prepared.api.schema
        let values: GraphQLObject
        do {
            values = try operation.variableValues(
                prepared.acceptingDigits(variables, operation), schema: schema, scalars: AWSScalars.rules)
        } catch {
            throw .document(error.errors)
        }
        var bounds = limits.execution
        if operation.kind == .subscription {
            bounds.argumentBytes = min(bounds.argumentBytes, limits.subscriptionArgumentBytes)
        }
        do {
            return try ExecutionPlan(
                operation, in: document, schema: schema, variables: values, scalars: AWSScalars.rules, limits: bounds)
        } catch {
            throw .document([error])
        }
    }

    // MARK: - Execution

    /// The resolver of a request; without an origin, of an event.
    func resolver(
        for caller: Caller, from origin: RequestOrigin? = nil, noting decisions: DecisionLog,
        report: (@Sendable (any Error) -> Void)? = nil
    ) -> DataResolver {
        let context = RequestContext(
            prepared: prepared, caller: caller, limits: limits, budget: RequestBudget(limits, clock), tokens: tokens,
            clock: clock, forwardClock: forwardClock, entropy: entropy, decisions: decisions, functions: functions,
            origin: origin, hidesForeignRecords: hidesForeignRecords)
        return DataResolver(context: context, store: store, events: events, report: report ?? self.report)
    }

    func executor(_ resolver: DataResolver) -> Executor<DataResolver> {
        Executor(prepared.api.schema, resolver, scalars: AWSScalars.rules, limits: limits.execution)
    }
}

/// The first failure of the store in a request.
private final class FirstFailure: Sendable {
    private let first = Mutex<(any Error)?>(nil)

    var error: (any Error)? { first.withLock { $0 } }

    @Sendable func note(_ error: any Error) { first.withLock { $0 = $0 ?? error } }
}

extension [PlannedField] {
    /// Adds the names of the fields and of all fields below them; those that each type has need no permission.
    ///
    /// `searchable` has the fields of models by the types of their records and pages.
    fileprivate func addNames(
        to names: inout Set<String>, except pages: Set<String>, searchable: [String: [String]]
    ) {
        for field in self where !field.name.utf8.starts(with: "__".utf8) {
            if !pages.contains(field.parent) { names.insert("\(field.parent).\(field.name)") }
            names.formUnion(searchable[field.type.name] ?? [])
            for selections in field.selections.values {
                selections.addNames(to: &names, except: pages, searchable: searchable)
            }
        }
    }
}
