// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseServer

/// What a developer needs to know once `gatehouse dev` listens.
struct DevelopmentGreeting: Sendable {
    let configuration: ServerConfiguration
    let resources: DevelopmentResources
    let files: [DevelopmentFiles.File]

    var text: String {
        let base = configuration.deployment.baseURL
        var lines = [
            "Gatehouse \(ServerVersion.text) listens on \(base)", "",
            "  User pool      \(resources.userPoolID)",
            "  App client     \(resources.userPoolClientID)",
            "  Identity pool  \(resources.identityPoolID)",
        ]
        if configuration.keepsMessages { lines.append("  Outbox         \(base)/dev/outbox") }
        lines.append("  Passkeys       \(base)/dev/passkeys?client_id=\(resources.userPoolClientID)")
        lines += files.map { "  File           \($0.path)" }
        for file in files where file.isStale {
            lines += ["", "\(file.path) leads elsewhere: remove it, and the next start writes it anew."]
        }
        if configuration.administrationKey == nil {
            lines += [
                "", "No admin key is set: any signed admin call from this machine is accepted.",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
