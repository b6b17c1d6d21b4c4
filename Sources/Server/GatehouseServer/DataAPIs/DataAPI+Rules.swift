// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel

extension DataAPI {
    /// The lines of a table for each model, and for each root field with rules; warnings follow.
    func rules(warnings: [String]) -> [String] {
        let tables = models.map(\.access.table) + rootFields.compactMap(\.access?.table)
        let legend = "C create, R read, U update, D delete; parts of R in parentheses."
        return [legend] + tables.flatMap { ["", $0.hasSuffix("\n") ? String($0.dropLast()) : $0] }
            + (warnings.isEmpty ? [] : [""])
            + warnings.map { "warning: \($0)" }
    }
}
