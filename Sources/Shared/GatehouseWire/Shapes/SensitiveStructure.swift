// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A structure that holds secrets: every printed form shows only its type.
package protocol SensitiveStructure: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension SensitiveStructure {
    package var description: String { String(describing: Self.self) }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
