// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
import GatehouseWire

/// Writes the client configuration files into the data folder.
package enum DevelopmentFiles {
    /// Writes the files that are not there yet; an existing one may carry a developer's changes.
    /// - Returns: the paths of all files, written now or before.
    /// - Throws: `StartupRefusal` when one cannot be written.
    package static func write(
        _ resources: DevelopmentResources, of deployment: Deployment, in folder: URL
    ) throws(StartupRefusal) -> [String] {
        var paths: [String] = []
        for file in ClientConfigurations(resources: resources, deployment: deployment).all {
            let url = folder.appendingPathComponent(file.name)
            paths.append(url.path)
            guard !FileManager.default.fileExists(atPath: url.path) else { continue }
            do {
                try readable(file.content.json()).write(to: url, options: .atomic)
            } catch {
                throw StartupRefusal(
                    .cannotCreate,
                    "\(url.path) cannot be written: choose a folder you may write to with --data-dir."
                )
            }
        }
        return paths
    }

    private static func readable(_ json: Data) throws -> Data {
        let object = try JSONSerialization.jsonObject(with: json)
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try JSONSerialization.data(withJSONObject: object, options: options) + Data("\n".utf8)
    }
}
