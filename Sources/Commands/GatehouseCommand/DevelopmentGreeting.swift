// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseOutput
import GatehouseServer

/// The text that `gatehouse dev` prints for the developer when it listens.
struct DevelopmentGreeting: Sendable {
    let process: ServerProcess
    let development: Development
    let files: [DevelopmentFiles.File]
    let loginPage: String?

    var text: String {
        let base = process.configuration.deployment.baseURL
        let resources = development.resources
        var lines = [
            "Gatehouse \(Release.version) listens on \(base)", "",
            "  User pool      \(resources.userPoolID)",
            "  App client     \(resources.userPoolClientID)",
            "  Identity pool  \(resources.identityPoolID)",
            "  Overview       \(base)/",
        ]
        if process.configuration.keepsMessages { lines.append("  Outbox         \(base)/dev/outbox") }
        if let loginPage { lines.append("  Login page     \(loginPage)") }
        lines.append("  Passkeys       \(base)/dev/passkeys?client_id=\(resources.userPoolClientID)")
        if let api = development.api {
            lines += [
                "  GraphQL        \(api.endpoint)", "  API            \(api.id)", "  API key        \(api.key)",
                "  Requests       \(base)/dev/graphql",
            ]
        }
        for (name, address) in process.configuration.monitoringAddresses {
            lines.append("  " + name + String(repeating: " ", count: max(1, 15 - name.count)) + address)
        }
        lines += files.map { "  File           \($0.path)" }
        if let seeding = development.seeding {
            let advice = seeding.kept > 0 ? "; a reset applies the file as it is now" : ""
            lines.append(
                "  Seed           \(seeding.made) made, \(seeding.kept) there already and left as they are" + advice)
        }
        for notice in files.compactMap(\.notice) { lines += ["", notice] }
        lines += ["", administration]
        return lines.joined(separator: "\n") + "\n"
    }

    private var administration: String {
        guard let key = process.developerKey else {
            return process.administrationKey == nil
                ? "No admin key is set: any signed admin call from this machine is accepted."
                : "Admin calls need the key that is set."
        }
        let base = process.configuration.deployment.baseURL
        let id = process.administrationKey?.accessKeyID ?? ""
        let isOwn = process.configuration.administrationKey == nil
        let signing = isOwn ? "AWS_ACCESS_KEY_ID=\(id) AWS_SECRET_ACCESS_KEY=\(key)" : "the admin key that is set"
        let access = """
            Other machines may reach this server, so its pages and admin calls need a key:
              Pages          \(base)/?key=\(key)
              Programs       the header Gatehouse-Dev-Key: \(key)
              Admin calls    \(signing)
            """
        guard ServerConfiguration.isLocal(base) else { return access }
        let port = process.configuration.port
        return access + "\nClients there need an address that leads here: --base-url http://ADDRESS:\(port)"
    }
}
