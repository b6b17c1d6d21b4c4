// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// The versions of styles and domains in Cognito's form, which change with each change.
enum StyleVersion {
    /// The version of a state since a time: `yyyymmddhhmmss`.
    static func text(of time: Date) -> String {
        String(WireTimestamp.iso8601(time).filter(\.isNumber).prefix(14))
    }
}
