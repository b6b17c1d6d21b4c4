// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AmplifyOutputsData {
    /// The addresses of an app's own servers, which Amplify's format does not have.
    ///
    /// Each is read in `auth`, or else in `custom.gatehouse`: Amplify's format permits further members below `custom`
    /// only.
    package struct Servers: Sendable {
        /// An address with its key.
        package struct Address: Sendable, Equatable {
            /// The key with its path, such as `auth.endpoint`.
            package let key: String
            /// The address.
            package let value: String
        }

        /// The address of a server that answers for everything.
        package let endpoint: Address?
        /// The user pool's address, if it is elsewhere.
        package let userPoolEndpoint: Address?
        /// The identity pool's address, if it is elsewhere.
        package let identityPoolEndpoint: Address?
        /// Whether plain HTTP is accepted beyond the loopback interface.
        package let allowsInsecureEndpoint: Bool
        /// The key that allows plain HTTP, with its path, in the object of the address.
        package let permission: String
    }

    /// The addresses of the app's own servers.
    ///
    /// - Throws: `ConfigurationError.unableToDecode` for a misspelt key, or a value of another type, in
    ///   `custom.gatehouse`.
    package func servers() throws(ConfigurationError) -> Servers {
        let own = try OwnMembers(custom)
        let endpoint = try own.address("endpoint", or: auth?.endpoint)
        let isInAuth = endpoint.map { $0.key.hasPrefix("auth.") } ?? true
        return Servers(
            endpoint: endpoint,
            userPoolEndpoint: try own.address("user_pool_endpoint", or: auth?.userPoolEndpoint),
            identityPoolEndpoint: try own.address("identity_pool_endpoint", or: auth?.identityPoolEndpoint),
            allowsInsecureEndpoint: try own.flag(OwnMembers.permission, or: auth?.allowsInsecureEndpoint),
            permission: "\(isInAuth ? "auth" : OwnMembers.path).\(OwnMembers.permission)"
        )
    }
}

/// The object `custom.gatehouse`.
private struct OwnMembers {
    static let path = "custom.gatehouse"
    static let permission = "allows_insecure_endpoint"
    private static let keys = ["endpoint", "user_pool_endpoint", "identity_pool_endpoint", permission]

    private let values: [String: JSONValue]

    init(_ custom: AmplifyOutputsData.CustomOutput?) throws(ConfigurationError) {
        guard let own = custom?.value["gatehouse"] else {
            values = [:]
            return
        }
        guard let values = own.asObject else { throw Self.unusable(Self.path, "an object") }
        if let misspelt = MisspeltKey(among: values.keys, meaning: Self.keys) {
            throw .unableToDecode(
                "\(Self.path).\(misspelt.key) is not a key, the nearest one is \(misspelt.meant)",
                "Rename it to \(misspelt.meant), or remove it")
        }
        self.values = values
    }

    func address(
        _ key: String, or other: String?
    ) throws(ConfigurationError) -> AmplifyOutputsData.Servers.Address? {
        if let other { return AmplifyOutputsData.Servers.Address(key: "auth.\(key)", value: other) }
        guard let value = values[key] else { return nil }
        guard let text = value.stringValue else { throw Self.unusable("\(Self.path).\(key)", "a string") }
        return AmplifyOutputsData.Servers.Address(key: "\(Self.path).\(key)", value: text)
    }

    func flag(_ key: String, or other: Bool?) throws(ConfigurationError) -> Bool {
        if let other { return other }
        guard let value = values[key] else { return false }
        guard let flag = value.booleanValue else { throw Self.unusable("\(Self.path).\(key)", "true or false") }
        return flag
    }

    private static func unusable(_ path: String, _ kind: String) -> ConfigurationError {
        .unableToDecode("\(path) has no acceptable value: it is not \(kind)", "Correct \(path), or remove it")
    }
}
