// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGraphQL

/// A live subscription: the payloads `{"data": …, "errors": …}` of its events, in the order of the commits of each
/// record.
///
/// The iteration ends after ``cancel()`` and in a cancelled task. It throws ``SubscriptionEnd`` if the server ends the
/// subscription. When the last copy is released, the subscription ends.
///
/// A subscriber without a task that iterates is called by ``whenReady(_:)``, and takes payloads with ``nextWaiting()``.
package struct DataSubscription: AsyncSequence, Sendable {
    package typealias Element = GraphQLObject
    package typealias Failure = SubscriptionEnd

    private let place: Place
    private let delivery: EventDelivery

    init(_ mailbox: EventMailbox, in hub: DataEvents, _ delivery: EventDelivery) {
        place = Place(mailbox, hub)
        self.delivery = delivery
    }

    /// Ends the subscription; its place in the hub is free when the call returns.
    package func cancel() { place.leave() }

    /// Calls `wake` once when an event waits or the server has ended the subscription, which may be at once.
    ///
    /// `wake` must not wait for anything, because mutations call it.
    package func whenReady(_ wake: @escaping @Sendable () -> Void) { place.mailbox.whenReady(wake) }

    /// The payload of the next event that the subscriber receives; `nil` if none waits, and after ``cancel()``.
    /// - Throws: ``SubscriptionEnd`` if the server has ended the subscription.
    package func nextWaiting() async throws(SubscriptionEnd) -> GraphQLObject? {
        while let change = try place.mailbox.takeNow() {
            if let payload = await delivery.payload(for: change) { return payload }
        }
        return nil
    }

    package func makeAsyncIterator() -> Iterator { Iterator(place: place, delivery: delivery) }

    /// Takes the events of a subscription; each event goes to one iterator.
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let place: Place
        fileprivate let delivery: EventDelivery

        /// The payload of the next event that the subscriber receives.
        package mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(SubscriptionEnd) -> GraphQLObject? {
            while let change = try await place.mailbox.next() {
                if let payload = await delivery.payload(for: change) { return payload }
            }
            place.leave()
            return nil
        }
    }

    /// The place in the hub, which is left with the last reference.
    fileprivate final class Place: Sendable {
        let mailbox: EventMailbox
        private let hub: DataEvents

        init(_ mailbox: EventMailbox, _ hub: DataEvents) {
            self.mailbox = mailbox
            self.hub = hub
        }

        deinit { leave() }

        func leave() { hub.remove(mailbox) }
    }
}
