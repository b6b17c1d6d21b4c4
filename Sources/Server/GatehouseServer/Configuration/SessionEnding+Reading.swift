// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import GatehouseUserPoolKernel

extension SessionEnding {
    /// Reads the setting; by default, password resets end sessions.
    /// - Throws: `StartupRefusal` that lists the values.
    init(_ reader: ConfigReader) throws(StartupRefusal) {
        guard let text = reader.text(.endSessionsAt) else {
            self = .reset
            return
        }
        guard let value = SessionEnding(rawValue: text) else {
            let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
            throw StartupRefusal(
                .configuration, "The setting \(Setting.endSessionsAt) must be one of \(known): change it.")
        }
        self = value
    }
}
