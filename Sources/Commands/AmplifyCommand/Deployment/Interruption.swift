// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Foundation
import GatehouseDialogue
import Synchronization

/// Signals during work that must not end in the middle of a step: Ctrl-C, a `kill`, a closed terminal.
final class Interruption: Sendable {
    /// How long the step that runs may continue after a signal.
    static var patience: DispatchTimeInterval { .seconds(5) }
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]

    /// A signal whose action is off, with the action that it had.
    struct Taken {
        let number: Int32
        let former: IgnoredSignal.Action?
    }

    /// The number of the first signal; `nil` while there was none.
    private let received = Mutex<Int32?>(nil)
    private let givesUp: @Sendable (Int32) -> Void

    /// Watches for signals.
    ///
    /// - Parameter givesUp: ends the program with a status when its patience is over.
    init(givesUp: @escaping @Sendable (Int32) -> Void) {
        self.givesUp = givesUp
    }

    /// The exit status that a signal demands; `nil` while there was none.
    var status: Int32? { received.withLock { $0.map { CommandFailure.signalBase + $0 } } }

    /// Does work that a signal asks to end.
    ///
    /// If it does not end within 5 seconds after the first signal, the program ends.
    /// - Parameters:
    ///   - ask: asks the work to end after the step that runs.
    ///   - work: the work.
    /// - Returns: the result of the work.
    /// - Throws: the error of the work.
    func watching<Result>(
        askingToEnd ask: @escaping @Sendable () -> Void, _ work: () async throws -> Result
    ) async rethrows -> Result {
        let queue = DispatchQueue(label: "amplify.signals")
        let watches = Self.numbers.compactMap(Self.take).map { taken in
            let number = taken.number
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [self] in
                receive(number, on: queue)
                ask()
            }
            source.resume()
            return (taken: taken, source: source)
        }
        defer {
            for watch in watches {
                watch.source.cancel()
                _ = signal(watch.taken.number, watch.taken.former)
            }
        }
        return try await work()
    }

    /// Takes the action of a signal off: a source gets the signal only while its default, the end of the program, is off.
    ///
    /// - Returns: what to restore; `nil` for a signal that was ignored before and stays so, as under `nohup`.
    static func take(_ number: Int32) -> Taken? {
        let former = signal(number, SIG_IGN)
        return IgnoredSignal.isIgnoring(former) ? nil : Taken(number: number, former: former)
    }

    /// Notes a signal: the first one starts the time after which the program ends.
    func receive(_ number: Int32, on queue: DispatchQueue) {
        let isFirst = received.withLock { received in
            let isFirst = received == nil
            if isFirst { received = number }
            return isFirst
        }
        guard isFirst else { return }
        queue.asyncAfter(deadline: .now() + Self.patience) { [givesUp] in
            givesUp(CommandFailure.signalBase + number)
        }
    }
}
