// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Dispatch

extension DispatchSource {
    /// Makes a timer that calls the block once, the interval from now; it starts with `resume()`.
    public static func makeOneOffDispatchSourceTimer(
        interval: DispatchTimeInterval,
        queue: DispatchQueue,
        block: @escaping () -> Void
    ) -> any DispatchSourceTimer {
        makeOneOffDispatchSourceTimer(deadline: .now() + interval, queue: queue, block: block)
    }

    /// Makes a timer that calls the block once, at the deadline; it starts with `resume()`.
    public static func makeOneOffDispatchSourceTimer(
        deadline: DispatchTime,
        queue: DispatchQueue,
        block: @escaping () -> Void
    ) -> any DispatchSourceTimer {
        let timer = makeTimerSource(queue: queue)
        timer.schedule(deadline: deadline)
        timer.setEventHandler(handler: block)
        return timer
    }
}
