// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto

/// The functions by their ARNs, and the keys by their ids in a key service.
package struct TriggerSettings: Sendable, Equatable {
    package var functions: [String: TriggerRoute]
    package var codeKeys: [String: RawAESKey]
    package var limits = TriggerLimits()

    /// Creates settings.
    package init(functions: [String: TriggerRoute] = [:], codeKeys: [String: RawAESKey] = [:]) {
        self.functions = functions
        self.codeKeys = codeKeys
    }
}
