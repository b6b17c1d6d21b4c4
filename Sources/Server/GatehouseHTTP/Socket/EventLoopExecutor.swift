// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import GatehouseCore
import NIOCore
import Synchronization

/// A task executor on an event loop, so that a request is handled without changing threads.
///
/// Long or blocking work (arithmetic, the database) runs on its own threads and then returns to the event loop. The
/// times of the jobs show how long a further request would wait.
final class EventLoopExecutor: TaskExecutor {
    private let load = LoopLoad()
    private let eventLoop: any EventLoop

    fileprivate init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        load.add()
        eventLoop.execute {
            let start = Self.now
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.load.ran(from: start, until: Self.now)
        }
    }

    /// The wait of a request whose head was read just now.
    var wait: LoopWait { load.wait(at: Self.now) }

    private static var now: Int { Int(DispatchTime.now().uptimeNanoseconds) }
}

/// The executors of a socket's connections, one for each event loop.
final class EventLoopExecutors: Sendable {
    private let executors = Mutex<[ObjectIdentifier: EventLoopExecutor]>([:])

    /// The executor on an event loop.
    func executor(on eventLoop: any EventLoop) -> EventLoopExecutor {
        executors.withLock { executors in
            let id = ObjectIdentifier(eventLoop)
            if let executor = executors[id] { return executor }
            let executor = EventLoopExecutor(eventLoop)
            executors[id] = executor
            return executor
        }
    }
}
