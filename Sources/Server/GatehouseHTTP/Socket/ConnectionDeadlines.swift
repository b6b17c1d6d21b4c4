// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import NIOCore

/// The deadlines of one connection, with their timer.
///
/// The timer is never set later than the shortest deadline: deadlines that move with every request need no timer of
/// their own. During a shutdown, deadlines may be earlier, so each one sets the timer anew.
final class ConnectionDeadlines {
    private let eventLoop: any EventLoop
    /// The function that is called at a deadline.
    private let didLapse: (RequestDeadlines.Lapse) -> Void
    private var deadlines: RequestDeadlines
    private var alarm: Scheduled<Void>?

    /// Begins with a new connection.
    init(_ limits: SocketLimits, on eventLoop: any EventLoop, didLapse: @escaping (RequestDeadlines.Lapse) -> Void) {
        self.eventLoop = eventLoop
        self.didLapse = didLapse
        deadlines = RequestDeadlines(limits, now: eventLoop.now)
        setAlarm()
    }

    /// Records an event of the connection.
    func record(_ event: (_ deadlines: inout RequestDeadlines, _ now: NIODeadline) -> Void) {
        event(&deadlines, eventLoop.now)
        setAlarm()
    }

    /// Ends the timer.
    func stop() {
        alarm?.cancel()
        alarm = nil
    }

    private func setAlarm() {
        if deadlines.isEnding { stop() }
        guard alarm == nil, let deadline = deadlines.deadline else { return }
        let time = min(deadline, eventLoop.now + deadlines.shortest)
        alarm = eventLoop.assumeIsolated().scheduleTask(deadline: time) {
            self.alarm = nil
            self.look()
        }
    }

    private func look() {
        guard let deadline = deadlines.deadline, deadline <= eventLoop.now else { return setAlarm() }
        didLapse(deadlines.lapse)
    }
}
