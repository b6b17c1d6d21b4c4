// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSites
import GatehouseText
import GatehouseWire

/// A connection of `graphql-ws`: it does what its session decides.
///
/// The messages of the client are handled one after the other, so a client that sends faster waits. Starts are the
/// exception: their callers are checked beside the other messages. A subscription has a task only while events wait for
/// it: the task passes them on, and waits until the client's socket has taken them. So a quiet subscription needs little
/// memory.
actor RealtimeConnection {
    /// A subscription in force.
    private struct Live {
        let events: DataSubscription
        let grant: RealtimeGrant
        /// The fields that the subscription touches or may search by, for the policies of a signer; else none.
        let fields: Set<String>
    }

    /// Whether a connection begins.
    private enum Admission {
        case admitted
        case refused(RealtimeError)
        /// The server could not find out. Clients give up after an error, and connect anew after a status.
        case undecided
    }

    private let socket: any SocketConnection
    private let endpoint: RealtimeEndpoint
    private let address: DataAddress
    private let authorization: SocketAuthorization
    private var session = RealtimeSession()
    private var queue = StartQueue()
    private var live: [Int: Live] = [:]
    /// What authorized the last start, because the next one may show the same key or token.
    private var lastGrant: RealtimeGrant?
    private var timer: Task<Void, Never>?
    private var watcher: Task<Void, Never>?
    private var passer: Task<Void, Never>?
    /// Whether the connection has ended: what is under way then begins nothing more, because nothing would end it.
    private var isEnded = false
    /// The API and its revision, whose rules the subscriptions obey.
    private var revision: APIRevision?
    /// What remains of the starts that the client may send: there is one bucket, for the one client.
    private let starts: TokenBuckets
    /// Whether a message is on its way.
    private var isSending = false
    /// The tasks whose messages follow it, in order.
    private var senders: [CheckedContinuation<Void, Never>] = []
    private let end: AsyncStream<SocketClose>.Continuation
    private let ends: AsyncStream<SocketClose>
    /// The numbers of the subscriptions for which events wait; each is in it once at most.
    private let ready: AsyncStream<Int>
    private let readiness: AsyncStream<Int>.Continuation

    init(_ socket: any SocketConnection, _ endpoint: RealtimeEndpoint, _ trip: Trip) {
        self.socket = socket
        self.endpoint = endpoint
        address = DataAddress(of: trip)
        authorization = SocketAuthorization(of: trip.request, publicURL: endpoint.publicURL(address))
        starts = TokenBuckets(endpoint.times.starts, clock: endpoint.clock, sets: 1)
        (ends, end) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
        (ready, readiness) = AsyncStream.makeStream()
    }

    /// Serves the connection until it ends.
    func serve() async -> SocketClose {
        let reader: Task<Void, Never>
        switch await admission() {
        case .undecided: return .busy
        case .refused(let error):
            await send(.connectionError(error))
            timer = Task { await self.awaitEndOfRefusal() }
            reader = Task { await self.readOnce() }
        case .admitted:
            timer = Task { await self.awaitInitialization() }
            reader = Task { await self.read() }
        }
        var status = SocketClose.normal
        for await end in ends {
            status = end
            break
        }
        isEnded = true
        reader.cancel()
        timer?.cancel()
        watcher?.cancel()
        passer?.cancel()
        for number in Array(live.keys) { cancel(number) }
        return status
    }

    private func admission() async -> Admission {
        do throws(RequestRefusal) {
            let (api, _) = try await endpoint.data.served(address)
            guard let credentials = authorization.ofConnection() else { return .refused(.unreadableAuthorization) }
            _ = try await endpoint.data.callers.caller(credentials, of: api.stored)
            revision = api.revision
            return .admitted
        } catch {
            return error.isOfServer ? .undecided : .refused(RealtimeError(error))
        }
    }

    // MARK: - Messages

    /// Closes a refused connection after the first message of its client.
    ///
    /// Some clients send `connection_init` before they read; on a closed connection they would not find the reason.
    private func readOnce() async {
        _ = await socket.next()
        endRefusal()
    }

    /// Clients connect anew after most other statuses, with the same credentials.
    private func endRefusal() { end.yield(.normal) }

    private func read() async {
        await withDiscardingTaskGroup { group in
            while let message = await socket.next(), !isEnded {
                switch message {
                case .text(let text): await take(RealtimeMessage(text))
                case .binary(let bytes): await take(RealtimeMessage(String(decoding: bytes, as: UTF8.self)))
                }
                if queue.takesTask() { group.addTask { await self.checkStarts() } }
            }
            // The checks that are under way end with the connection.
            end.yield(.normal)
        }
    }

    private func take(_ message: RealtimeMessage) async {
        // Each start costs the check of its credentials, which no other limit of the server counts.
        if case .start = message, !starts.admits(0) { return await send(.limit(id: nil, .tooOften)) }
        let isFirst = message == .initialize && !session.isInitialized
        await perform(session.take(message))
        guard isFirst, !isEnded else { return }
        timer?.cancel()
        timer = Task { await self.keepAlive() }
        watcher = Task { await self.watch() }
        passer = Task { await self.passEvents() }
    }

    private func perform(_ steps: [RealtimeSession.Step]) async {
        for step in steps {
            switch step {
            case .send(let answer): await send(answer)
            case .cancel(let number): cancel(number)
            case .subscribe(let start, let number): queue.add(start, number)
            }
        }
    }

    /// Sends a message after those that were sent before it.
    ///
    /// Several tasks send. Without an order, a late acknowledgment could follow the end of its subscription, and seem
    /// to be that of the next one with the same id.
    private func send(_ answer: RealtimeAnswer) async {
        if isSending { await withCheckedContinuation { senders.append($0) } }
        isSending = true
        defer {
            if senders.isEmpty { isSending = false } else { senders.removeFirst().resume() }
        }
        do throws(StreamEnded) {
            try await socket.send(.text(answer.text))
        } catch {
            // A client that has gone needs no status.
            end.yield(error == .noMemory ? .busy : .normal)
        }
    }

    // MARK: - Subscriptions

    /// Checks starts until none waits.
    private func checkStarts() async {
        while !isEnded, let (start, number) = queue.next() { await subscribe(start, number) }
    }

    /// Whether a start is still to be answered: its client may have stopped or replaced it, or have gone.
    private func isWanted(_ number: Int) -> Bool { !isEnded && session.has(number) }

    private func subscribe(_ start: RealtimeStart, _ number: Int) async {
        let begin = ContinuousClock.now
        var servedID: String?
        do throws(RequestRefusal) {
            let (api, service) = try await endpoint.data.served(address)
            guard isWanted(number) else { return }
            guard api.revision == revision else { return changed() }
            servedID = api.stored.id
            let credentials = authorization.of(start)
            let asked = (try? WireValue(foreignJSON: start.data.utf8)).flatMap { DataRequest($0) }
            let proven = try await endpoint.data.callers.caller(credentials, of: api.stored, sending: asked)
            guard isWanted(number) else { return }
            guard let request = asked else {
                report([.invalid], ofAPI: api.stored.id, since: begin)
                await perform(session.refuse(number, [RealtimeError.unsupported.members]))
                return
            }
            let fields = proven.signer == nil ? [] : service.searchedFields(of: request)
            let permitted = try await endpoint.data.callers.permitted(proven, toUse: fields, ofAPI: api.stored.id)
            guard isWanted(number) else { return }
            let grant = grant(credentials, permitted)
            let events: DataSubscription
            do throws(DataRefusal) {
                events = try await service.subscribe(request, by: grant.proven.caller)
            } catch {
                report([.init(errorType: error.errorType)], ofAPI: api.stored.id, since: begin)
                await perform(session.refuse(number, error.errors))
                return
            }
            guard isWanted(number) else { return events.cancel() }
            report([], ofAPI: api.stored.id, since: begin)
            live[number] = Live(events: events, grant: grant, fields: fields)
            await perform(session.accept(number))
            // The acknowledgment is the first message of a subscription.
            listen(number)
        } catch {
            if let servedID { report([.init(error)], ofAPI: servedID, since: begin) }
            guard isWanted(number) else { return }
            // Clients do not repeat a start after an error, and the server does not know whether it is to be refused.
            guard !error.isOfServer else {
                end.yield(.busy)
                return
            }
            await perform(session.refuse(number, [RealtimeError(error).members]))
        }
    }

    /// The grant of a start: an earlier one if it is the same, so that a connection keeps a token and its claims once.
    private func grant(_ credentials: DataCredentials, _ proven: ProvenDataCaller) -> RealtimeGrant {
        let new = RealtimeGrant(credentials, proven)
        let known =
            lastGrant.flatMap { $0.isSame(as: new) ? $0 : nil }
            ?? live.values.first { $0.grant.isSame(as: new) }?.grant
        let grant = known ?? new
        lastGrant = grant
        return grant
    }

    private func report(
        _ refusals: Set<DataRequestReport.Refusal>, ofAPI api: String, since begin: ContinuousClock.Instant
    ) {
        endpoint.data.report(
            DataRequestReport(
                api: api, operation: .subscription, refusals: refusals, recordsRead: 0,
                duration: ContinuousClock.now - begin))
    }

    /// Lets the events of a subscription be passed on, those included that wait already.
    private func listen(_ number: Int) {
        live[number]?.events.whenReady { [readiness] in readiness.yield(number) }
    }

    /// Passes on the events of all subscriptions, each in a task of its own: none waits for another one's records.
    private func passEvents() async {
        await withDiscardingTaskGroup { group in
            for await number in ready { group.addTask { await self.pass(number) } }
        }
    }

    /// Passes on the events of a subscription until none waits.
    private func pass(_ number: Int) async {
        guard let events = live[number]?.events else { return }
        do throws(SubscriptionEnd) {
            while let payload = try await events.nextWaiting() {
                guard await deliver(payload, number) else { return }
            }
            listen(number)
        } catch {
            guard session.has(number) else { return }
            switch error {
            case .tooSlow: end.yield(.connectAnew("The client reads too slowly."))
            case .apiChanged: changed()
            case .changesLost: end.yield(.connectAnew("The server has missed changes: connect and sync again."))
            }
        }
    }

    /// Sends an event, unless its subscription has ended; returns whether more may follow.
    private func deliver(_ payload: GraphQLObject, _ number: Int) async -> Bool {
        guard !isEnded, let subscription = live[number] else { return false }
        // The subscription was judged by the rules of its revision.
        guard await isCurrent() else {
            changed()
            return false
        }
        if isOver(subscription) {
            await perform(session.refuse(number, [RealtimeError(.unauthorized(.expired)).members]))
            return false
        }
        await perform(session.receive(payload, number))
        return !isEnded && session.has(number)
    }

    /// Whether the API is the one whose rules the subscriptions obey.
    private func isCurrent() async -> Bool {
        do throws(RequestRefusal) {
            return try await endpoint.data.served(address).0.revision == revision
        } catch {
            return false
        }
    }

    private func cancel(_ number: Int) {
        queue.remove(number)
        guard let subscription = live.removeValue(forKey: number) else { return }
        subscription.events.cancel()
    }

    private func isOver(_ subscription: Live) -> Bool {
        guard let expiry = subscription.grant.proven.expiresAt else { return false }
        return expiry.addingTimeInterval(endpoint.times.grace) <= endpoint.clock.now
    }

    // MARK: - Times

    private func awaitEndOfRefusal() async {
        guard (try? await endpoint.pause(endpoint.times.refusal)) != nil else { return }
        endRefusal()
    }

    private func awaitInitialization() async {
        guard (try? await endpoint.pause(endpoint.times.initialization)) != nil, !session.isInitialized else { return }
        end.yield(.connectAnew("The message connection_init is missing."))
    }

    private func keepAlive() async {
        var age = Duration.zero
        while (try? await endpoint.pause(endpoint.times.keepAlive)) != nil, !Task.isCancelled {
            age += endpoint.times.keepAlive
            guard age < endpoint.times.life else {
                end.yield(.connectAnew("The connection is too old."))
                return
            }
            await send(.keepAlive)
        }
    }

    /// Checks the callers again and again.
    ///
    /// The next pause begins after a check, so that a busy server checks less often.
    private func watch() async {
        while (try? await endpoint.pause(endpoint.times.check)) != nil, !Task.isCancelled {
            if !live.isEmpty { await checkAgain() }
        }
    }

    /// Ends the subscriptions whose callers are no longer who they were, such as those of a session that was revoked or
    /// of a group that was left, and the connection if the API has another schema or other settings.
    private func checkAgain() async {
        do throws(RequestRefusal) {
            let (api, _) = try await endpoint.data.served(address)
            guard api.revision == revision else { return changed() }
            // The subscriptions of one token are checked once.
            var checked: [(credentials: DataCredentials, outcome: Result<ProvenDataCaller, RequestRefusal>)] = []
            for (number, subscription) in live.sorted(by: { $0.key < $1.key }) {
                let grant = subscription.grant
                let outcome: Result<ProvenDataCaller, RequestRefusal>
                if let known = checked.first(where: { $0.credentials.shows(grant.credentials) }) {
                    outcome = known.outcome
                } else {
                    outcome = await standing(of: subscription, api)
                    // Policies decide about each signed subscription by its own fields.
                    if grant.proven.signer == nil { checked.append((grant.credentials, outcome)) }
                }
                guard let refusal = refusal(outcome, of: subscription) else { continue }
                await perform(session.refuse(number, [RealtimeError(refusal).members]))
            }
        } catch {
            if error.status == 404 { changed() }
        }
    }

    /// The caller of a subscription as it is now.
    private func standing(of subscription: Live, _ api: ServedAPI) async -> Result<ProvenDataCaller, RequestRefusal> {
        let callers = endpoint.data.callers
        let grant = subscription.grant
        do throws(RequestRefusal) {
            let proven = try await callers.standing(grant.proven, grant.credentials, of: api.stored)
            return .success(
                try await callers.permitted(proven, toUse: subscription.fields, ofAPI: api.stored.id))
        } catch {
            return .failure(error)
        }
    }

    /// The refusal with which a subscription ends; `nil` if it goes on.
    private func refusal(_ outcome: Result<ProvenDataCaller, RequestRefusal>, of subscription: Live) -> RequestRefusal?
    {
        switch outcome {
        case .success(let proven):
            // With fewer groups or fields, the client has to subscribe anew to what is left.
            return proven.caller == subscription.grant.proven.caller ? nil : .unauthorized(.notAuthorized)
        case .failure(let refusal):
            // What the server could not find out ends nothing.
            guard refusal.isOfCaller else { return nil }
            let isExpired = refusal.message == RequestRefusal.Unauthorized.expired.rawValue
            return isExpired && !isOver(subscription) ? nil : refusal
        }
    }

    private func changed() { end.yield(.connectAnew("The API has changed.")) }
}
