// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseSites
import GatehouseText
import GatehouseWire

/// A connection of `graphql-ws`: it does what its session decides.
///
/// The messages of the client are handled one after the other, so a client that sends faster waits. Each subscription
/// has a task that passes on its events, and waits until the client's socket has taken them.
actor RealtimeConnection {
    /// A subscription in force.
    private struct Live {
        let events: DataSubscription
        let credentials: DataCredentials
        /// The time at which its token expires.
        let expiresAt: Date?
        var task: Task<Void, Never>?
    }

    private let socket: any SocketConnection
    private let endpoint: RealtimeEndpoint
    private let apiID: String?
    private let authorization: SocketAuthorization
    private var session = RealtimeSession()
    private var live: [Int: Live] = [:]
    private var timer: Task<Void, Never>?
    /// The revision of the API whose rules the subscriptions obey.
    private var revision: Int?
    private let end: AsyncStream<SocketClose>.Continuation
    private let ends: AsyncStream<SocketClose>

    init(_ socket: any SocketConnection, _ endpoint: RealtimeEndpoint, _ trip: Trip) {
        self.socket = socket
        self.endpoint = endpoint
        apiID = trip.parameters.first
        authorization = SocketAuthorization(of: trip.request, publicURL: endpoint.publicURL(apiID))
        (ends, end) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// Serves the connection until it ends.
    func serve() async -> SocketClose {
        if let refusal = await refusalOfConnection() {
            await send(.connectionError(refusal))
            // Clients connect anew after most other statuses, with the same credentials.
            return .normal
        }
        timer = Task { await self.awaitInitialization() }
        let reader = Task { await self.read() }
        var status = SocketClose.normal
        for await end in ends {
            status = end
            break
        }
        reader.cancel()
        timer?.cancel()
        for number in Array(live.keys) { cancel(number) }
        return status
    }

    private func refusalOfConnection() async -> RealtimeError? {
        do throws(RequestRefusal) {
            let (api, _) = try await endpoint.data.served(apiID)
            guard let credentials = authorization.ofConnection() else { return .unreadableAuthorization }
            _ = try await endpoint.data.callers.caller(credentials, of: api.stored)
            revision = api.stored.revision
            return nil
        } catch {
            return RealtimeError(error)
        }
    }

    // MARK: - Messages

    private func read() async {
        while let message = await socket.next() {
            switch message {
            case .text(let text): await take(RealtimeMessage(text))
            case .binary(let bytes): await take(RealtimeMessage(String(decoding: bytes, as: UTF8.self)))
            }
        }
        end.yield(.normal)
    }

    private func take(_ message: RealtimeMessage) async {
        let isFirst = message == .initialize && !session.isInitialized
        await perform(session.take(message))
        guard isFirst else { return }
        timer?.cancel()
        timer = Task { await self.keepAlive() }
    }

    private func perform(_ steps: [RealtimeSession.Step]) async {
        for step in steps {
            switch step {
            case .send(let answer): await send(answer)
            case .cancel(let number): cancel(number)
            case .subscribe(let start, let number): await subscribe(start, number)
            }
        }
    }

    private func send(_ answer: RealtimeAnswer) async {
        do throws(StreamEnded) {
            try await socket.send(.text(answer.text))
        } catch {
            // A client that has gone needs no status.
            end.yield(error == .noMemory ? .connectAnew("The server is busy.") : .normal)
        }
    }

    // MARK: - Subscriptions

    private func subscribe(_ start: RealtimeStart, _ number: Int) async {
        do throws(RequestRefusal) {
            let (api, service) = try await endpoint.data.served(apiID)
            guard api.stored.revision == revision else { return changed() }
            let credentials = authorization.of(start)
            let proven = try await endpoint.data.callers.caller(credentials, of: api.stored)
            guard let json = try? WireValue(foreignJSON: start.data.utf8), let request = DataRequest(json) else {
                await perform(session.refuse(number, [RealtimeError.unsupported.members]))
                return
            }
            let events: DataSubscription
            do throws(DataRefusal) {
                events = try await service.subscribe(request, by: proven.caller)
            } catch {
                await perform(session.refuse(number, error.errors))
                return
            }
            live[number] = Live(events: events, credentials: credentials, expiresAt: proven.expiresAt)
            await perform(session.accept(number))
            // The acknowledgment is the first message of a subscription.
            live[number]?.task = Task { await self.pass(events, number) }
        } catch {
            await perform(session.refuse(number, [RealtimeError(error).members]))
        }
    }

    /// Passes on the events of a subscription.
    private func pass(_ events: DataSubscription, _ number: Int) async {
        do throws(SubscriptionEnd) {
            for try await payload in events {
                guard await deliver(payload, number) else { return }
            }
        } catch {
            guard session.has(number) else { return }
            switch error {
            case .tooSlow: end.yield(.connectAnew("The client reads too slowly."))
            case .apiChanged: changed()
            }
        }
    }

    /// Sends an event, unless its subscription has ended; returns whether more may follow.
    private func deliver(_ payload: GraphQLObject, _ number: Int) async -> Bool {
        guard let subscription = live[number] else { return false }
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
        return session.has(number)
    }

    /// Whether the API is the one whose rules the subscriptions obey.
    private func isCurrent() async -> Bool {
        do throws(RequestRefusal) {
            return try await endpoint.data.served(apiID).0.stored.revision == revision
        } catch {
            return false
        }
    }

    private func cancel(_ number: Int) {
        guard let subscription = live.removeValue(forKey: number) else { return }
        subscription.task?.cancel()
        subscription.events.cancel()
    }

    private func isOver(_ subscription: Live) -> Bool {
        guard let expiry = subscription.expiresAt else { return false }
        return expiry.addingTimeInterval(endpoint.times.grace) <= endpoint.clock.now
    }

    // MARK: - Times

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
            await checkAgain()
        }
    }

    /// Ends the subscriptions whose callers are no longer accepted, such as those of a session that was revoked, and the
    /// connection if the API has another schema or other settings.
    private func checkAgain() async {
        do throws(RequestRefusal) {
            let (api, _) = try await endpoint.data.served(apiID)
            guard api.stored.revision == revision else { return changed() }
            var checked: [(credentials: DataCredentials, refusal: RequestRefusal?)] = []
            for (number, subscription) in live.sorted(by: { $0.key < $1.key }) {
                // A signature proves the moment of its start only.
                guard subscription.expiresAt != nil else { continue }
                let refusal: RequestRefusal?
                if let known = checked.first(where: { $0.credentials.shows(subscription.credentials) }) {
                    refusal = known.refusal
                } else {
                    refusal = await self.refusal(of: subscription.credentials, api)
                    checked.append((subscription.credentials, refusal))
                }
                guard let refusal, refusal.isOfCaller else { continue }
                let isExpired = refusal.message == RequestRefusal.Unauthorized.expired.rawValue
                guard !isExpired || isOver(subscription) else { continue }
                await perform(session.refuse(number, [RealtimeError(refusal).members]))
            }
        } catch {
            if error.status == 404 { changed() }
        }
    }

    private func refusal(of credentials: DataCredentials, _ api: ServedAPI) async -> RequestRefusal? {
        do throws(RequestRefusal) {
            _ = try await endpoint.data.callers.caller(credentials, of: api.stored)
            return nil
        } catch {
            return error
        }
    }

    private func changed() { end.yield(.connectAnew("The API has changed.")) }
}
