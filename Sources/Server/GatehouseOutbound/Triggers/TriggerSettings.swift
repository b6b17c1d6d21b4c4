// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseServerCrypto

/// The functions by their ARNs, and the keys by their ids in a key service.
package struct TriggerSettings: Sendable, Equatable {
    /// The programs and addresses of the functions, by their ARNs.
    package var functions: [String: TriggerRoute]
    /// The keys that encrypt codes for custom senders, by their ids in a key service.
    package var codeKeys: [String: RawAESKey]
    /// The limits of duration and number for attempts.
    package var limits = TriggerLimits()

    /// Creates settings.
    package init(functions: [String: TriggerRoute] = [:], codeKeys: [String: RawAESKey] = [:]) {
        self.functions = functions
        self.codeKeys = codeKeys
    }
}
