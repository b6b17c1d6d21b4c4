// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseOutbound
import GatehouseServerCrypto
import GatehouseWire
import Logging
import Synchronization

/// The functions of a development server, whose file other programs change while the server runs: `amplify push` writes
/// the programs of a project into it.
///
/// The file is read again at the first call after a change. Faults of a changed file are logged, and the former functions
/// stay. Without a file there are no functions.
final class ChangingTriggers: TriggerCaller {
    private struct State: Sendable {
        var content: Data?
        var functions: any TriggerCaller = NoTriggers()
    }

    private let path: String
    private let clock: WallClock
    private let logger: Logger
    private let state = Mutex(State())

    /// Creates the caller; it reads the file at the first call.
    init(path: String, clock: WallClock, logger: Logger) {
        self.path = path
        self.clock = clock
        self.logger = logger
    }

    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        try await functions.call(call)
    }

    func call(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> WireValue {
        try await functions.call(call, within: limit)
    }

    func codeKey(_ id: String) -> RawAESKey? { functions.codeKey(id) }

    func knows(_ function: String) -> Bool { functions.knows(function) }

    /// The functions of the file as it is now.
    private var functions: any TriggerCaller {
        let content = FileManager.default.contents(atPath: path)
        return state.withLock { state in
            guard content != state.content else { return state.functions }
            state.content = content
            guard content != nil else {
                state.functions = NoTriggers()
                return state.functions
            }
            do throws(StartupRefusal) {
                let settings = try TriggersFile(path: path).settings()
                state.functions = RoutedTriggers(settings, clock: clock, logger: logger)
                logger.notice("The functions were read", metadata: ["functions": "\(settings.functions.count)"])
            } catch {
                logger.error("The functions could not be read", metadata: ["cause": "\(error)"])
            }
            return state.functions
        }
    }
}
