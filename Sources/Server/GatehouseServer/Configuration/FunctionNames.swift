// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import GatehouseCore
import GatehouseOutbound
import GatehouseServerCrypto
import GatehouseWire

/// The names of the functions that a server has by its file, for a command that calls none.
package struct FunctionNames: Sendable, Equatable {
    /// The names; `nil` if the file cannot be read.
    package var known: Set<String>?
    /// What a server would refuse about the file; `nil` for a valid file, and without one.
    package var problem: String?

    /// Reads the names.
    ///
    /// A command runs perhaps as another user than the server, so a fault of the file does not end it.
    init(_ reader: ConfigReader) {
        guard let path = reader.text(.triggers) else {
            known = []
            return
        }
        let file = TriggersFile(path: path)
        do throws(StartupRefusal) {
            known = Set(try file.settings().functions.keys)
        } catch {
            known = try? file.names()
            problem =
                known == nil
                ? "It is not known which functions the server has. \(error)"
                : "A server that this user starts refuses its functions file. \(error)"
        }
    }
}

/// Knows the names of functions, and calls none.
struct NamedFunctions: TriggerCaller {
    let names: FunctionNames

    func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        throw .notCallable(.notFound, "a command calls no functions: \(call.function)")
    }

    func call(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> WireValue {
        try await self.call(call)
    }

    func codeKey(_ id: String) -> RawAESKey? { nil }

    /// Whether the file has a function; each name is known if the file cannot be read.
    func knows(_ function: String) -> Bool { names.known?.contains(function) ?? true }
}
