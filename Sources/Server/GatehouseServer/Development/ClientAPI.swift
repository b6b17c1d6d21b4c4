// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseDataModel
import GatehouseWire

/// A data API in the configuration files of client libraries.
package struct ClientAPI: Sendable {
    let name: String
    let url: String
    /// The key, which apps contain: it protects nothing by itself.
    let key: String?
    let defaultMode: AuthorizationMode
    let otherModes: [AuthorizationMode]

    /// Creates the description of an API.
    package init(
        name: String, url: String, key: String?, defaultMode: AuthorizationMode, otherModes: [AuthorizationMode]
    ) {
        self.name = name
        self.url = url
        self.key = key
        self.defaultMode = defaultMode
        self.otherModes = otherModes
    }

    /// The member `data` of the file of Amplify, generation 2.
    func outputs(region: String) -> WireValue {
        var members: [WireName: WireValue] = [
            "url": .string(url), "aws_region": .string(region),
            "default_authorization_type": .string(defaultMode.rawValue),
            "authorization_types": .strings(otherModes.map(\.rawValue)),
        ]
        members["api_key"] = key.map { .string($0) }
        return .object(members)
    }

    /// The member `api` of the file of Amplify, generation 1.
    func configuration(region: String) -> WireValue {
        var members: [WireName: WireValue] = [
            "endpointType": "GraphQL", "endpoint": .string(url), "region": .string(region),
            "authorizationType": .string(defaultMode.rawValue),
        ]
        members["apiKey"] = key.map { .string($0) }
        return ["plugins": ["awsAPIPlugin": .object([WireName(name): .object(members)])]]
    }
}
