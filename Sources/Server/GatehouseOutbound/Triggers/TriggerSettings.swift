// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto

/// Which functions there are, by their ARNs, and which keys stand for those of a key service.
package struct TriggerSettings: Sendable, Equatable {
    package var functions: [String: TriggerRoute]
    package var codeKeys: [String: RawAESKey]
    package var limits = TriggerLimits()

    /// Names functions and keys.
    package init(functions: [String: TriggerRoute] = [:], codeKeys: [String: RawAESKey] = [:]) {
        self.functions = functions
        self.codeKeys = codeKeys
    }
}
