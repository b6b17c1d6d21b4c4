// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import Foundation
import GatehouseOutbound

extension ServerConfiguration {
    /// Reads the routes of the functions that pools use as triggers; `nil` if there is no such file.
    ///
    /// | Key | Environment | Default |
    /// |---|---|---|
    /// | `triggers` | `GATEHOUSE_TRIGGERS` | none; in `dev` `<data folder>/triggers.json`, if it is there |
    static func triggers(
        _ reader: ConfigReader, mode: RunMode, dataDirectory: String
    ) throws(StartupRefusal) -> TriggerSettings? {
        if let path = reader.text(.triggers) { return try TriggersFile(path: path).settings() }
        let usual = dataDirectory + "/triggers.json"
        guard mode == .dev, FileManager.default.fileExists(atPath: usual) else { return nil }
        return try TriggersFile(path: usual).settings()
    }
}
