// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What the hub has done for the subscribers of one API since the start of the process.
package struct EventTally: Hashable, Sendable {
    /// The subscriptions in force.
    package var subscribers = 0
    /// The events that were handed to subscribers; an event for two subscribers counts twice.
    package var events = 0
    /// The subscriptions that were ended because their readers were too slow.
    package var dropped = 0
}
