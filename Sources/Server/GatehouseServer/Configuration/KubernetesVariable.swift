// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The variables that Kubernetes adds to every container for each service of its namespace ("service links").
///
/// For a service named `gatehouse` or `gatehouse-…`, their names have the prefix of settings.
/// `GATEHOUSE_PORT=tcp://10.0.0.1:9229` even has the name of a setting.
enum KubernetesVariable {
    /// The environment without these variables.
    /// - Returns: the other variables, and a line that lists and explains the removed ones, if there are any.
    static func separated(from environment: [String: String]) -> (rest: [String: String], notice: String?) {
        let links = environment.filter { matches(name: $0.key, value: $0.value) }
        guard !links.isEmpty else { return (environment, nil) }
        return (
            environment.filter { links[$0.key] == nil },
            "Kubernetes created \(links.keys.sorted().joined(separator: ", ")) for its services (service links). They are "
                + "not settings and are ignored; enableServiceLinks: false in the pod's specification leaves them out."
        )
    }

    private static func matches(name: String, value: String) -> Bool {
        guard name.hasPrefix(Setting.variablePrefix) else { return false }
        let isAddress = ["tcp://", "udp://", "sctp://"].contains(where: value.hasPrefix)
        return isAddress && name.hasSuffix("_PORT") || isReserved(name)
    }

    private static func isReserved(_ name: String) -> Bool {
        // The expressions are compiled only for a name that has their words, as no setting has.
        guard name.contains("SERVICE_") || name.contains("PORT_") else { return false }
        let service = /GATEHOUSE_([A-Z0-9_]+_)?SERVICE_(HOST|PORT(_[A-Z0-9_]+)?)/
        let port = /GATEHOUSE_([A-Z0-9_]+_)?PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?/
        return name.wholeMatch(of: service) != nil || name.wholeMatch(of: port) != nil
    }
}
