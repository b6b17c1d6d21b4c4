// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// A data API in the configuration files of client libraries.
package struct ClientAPI: Sendable {
    /// The name of the mode whose requests have the key.
    private static let keyMode = "API_KEY"

    let name: String
    private let url: String
    /// The key, which apps contain: it protects nothing by itself.
    private let key: String?
    private let defaultMode: String
    private let otherModes: [String]
    private let modelIntrospection: WireValue?

    /// Makes the description of an API.
    ///
    /// - Parameters:
    ///   - name: the name of the API.
    ///   - url: the address that requests are posted to.
    ///   - key: a key of the API, if it has one.
    ///   - defaultMode: how requests are authorized that name no mode; the raw value is the mode's name in AppSync, for
    ///     example `API_KEY`.
    ///   - otherModes: the further modes that the API accepts.
    ///   - modelIntrospection: the description of the models, see `CompiledSchema.modelIntrospection`.
    package init<Mode: RawRepresentable<String>>(
        name: String, url: String, key: String?, defaultMode: Mode, otherModes: [Mode],
        modelIntrospection: WireValue? = nil
    ) {
        self.name = name
        self.url = url
        self.key = key
        self.defaultMode = defaultMode.rawValue
        self.otherModes = otherModes.map(\.rawValue)
        self.modelIntrospection = modelIntrospection
    }

    /// The member `data` of the file of Amplify, generation 2.
    func outputs(region: String) -> WireValue {
        var members: [WireName: WireValue] = [
            "url": .string(url), "aws_region": .string(region),
            "default_authorization_type": .string(defaultMode),
            "authorization_types": .strings(otherModes),
        ]
        members["api_key"] = key.map { .string($0) }
        members["model_introspection"] = modelIntrospection
        return .object(members)
    }

    /// The member `api` of the file of Amplify, generation 1.
    func configuration(region: String) -> WireValue {
        var members: [WireName: WireValue] = [
            "endpointType": "GraphQL", "endpoint": .string(url), "region": .string(region),
            "authorizationType": .string(defaultMode),
        ]
        members["apiKey"] = key.map { .string($0) }
        return ["plugins": ["awsAPIPlugin": .object([WireName(name): .object(members)])]]
    }

    /// The member `AppSync` of the file of the mobile SDKs: a section for each mode.
    func sections(region: String) -> WireValue {
        var sections: [WireName: WireValue] = ["Default": section(of: defaultMode, region: region)]
        for mode in otherModes where mode != defaultMode {
            sections[WireName(prefix(of: mode))] = section(of: mode, region: region)
        }
        return .object(sections)
    }

    private func section(of mode: String, region: String) -> WireValue {
        var members: [WireName: WireValue] = [
            "ApiUrl": .string(url), "Region": .string(region), "AuthMode": .string(mode),
            "ClientDatabasePrefix": .string(prefix(of: mode)),
        ]
        if mode == Self.keyMode { members["ApiKey"] = key.map { .string($0) } }
        return .object(members)
    }

    private func prefix(of mode: String) -> String { "\(name)_\(mode)" }

    /// The members of an API in the file of Amplify for JavaScript.
    func exports(region: String) -> [WireName: WireValue] {
        var members: [WireName: WireValue] = [
            "aws_appsync_graphqlEndpoint": .string(url), "aws_appsync_region": .string(region),
            "aws_appsync_authenticationType": .string(defaultMode),
        ]
        members["aws_appsync_apiKey"] = key.map { .string($0) }
        return members
    }
}
