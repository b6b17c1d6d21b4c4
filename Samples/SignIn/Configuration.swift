// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

/// An app's configuration, `amplify_outputs.json` or `amplifyconfiguration.json`, as Amplify or Gatehouse wrote it.
enum Configuration {
    case outputs(AmplifyOutputs, AmplifyOutputsData.Auth)
    case generation1(AmplifyConfiguration, JSONValue)

    /// The file has no part about signing in.
    struct WithoutAuth: Error, CustomStringConvertible {
        let description = "The file has no part \"auth\". Is it amplify_outputs.json or amplifyconfiguration.json?"
    }

    /// Reads a file; what it holds says of which generation it is.
    init(file url: URL) throws {
        let data = try Data(contentsOf: url)
        let json = try JSONDecoder().decode(JSONValue.self, from: data)
        guard let auth = json["auth"] else { throw WithoutAuth() }
        if let plugin = auth["plugins"]?["awsCognitoAuthPlugin"] {
            self = .generation1(try AmplifyConfiguration(configurationFile: url), plugin)
        } else {
            let outputs = AmplifyOutputs.data(data)
            guard let auth = try outputs.resolveConfiguration().auth else { throw WithoutAuth() }
            self = .outputs(outputs, auth)
        }
    }

    /// Configures Amplify.
    func apply() throws {
        switch self {
        case .outputs(let outputs, _): try Amplify.configure(with: outputs)
        case .generation1(let configuration, _): try Amplify.configure(configuration)
        }
    }

    /// The attributes that a new user must have, as far as the file says.
    var requiredAttributes: [String] {
        switch self {
        case .outputs(_, let auth): (auth.standardRequiredAttributes ?? []).map(\.rawValue)
        case .generation1(_, let plugin):
            (plugin["Auth"]?["Default"]?["signupAttributes"]?.asArray ?? []).compactMap { $0.stringValue?.lowercased() }
        }
    }

    /// The pool that users are in.
    var userPoolID: String? {
        switch self {
        case .outputs(_, let auth): auth.userPoolId
        case .generation1(_, let plugin): plugin["CognitoUserPool"]?["Default"]?["PoolId"]?.stringValue
        }
    }

    /// Whether there is a pool of identities, whose credentials AWS takes.
    var hasIdentityPool: Bool {
        switch self {
        case .outputs(_, let auth): auth.identityPoolId != nil
        case .generation1(_, let plugin):
            plugin["CredentialsProvider"]?["CognitoIdentity"]?["Default"]?["PoolId"] != nil
        }
    }

    /// The region of the user pool.
    var region: String? {
        switch self {
        case .outputs(_, let auth): auth.awsRegion
        case .generation1(_, let plugin): plugin["CognitoUserPool"]?["Default"]?["Region"]?.stringValue
        }
    }

    /// Where Gatehouse is; `nil` for AWS.
    var endpoint: String? {
        switch self {
        case .outputs(_, let auth): auth.endpoint
        case .generation1(_, let plugin): plugin["Auth"]?["Default"]?["Endpoint"]?.stringValue
        }
    }

    /// Whether the endpoint may be one without TLS that is not on this machine.
    var allowsInsecureEndpoint: Bool {
        switch self {
        case .outputs(_, let auth): auth.allowsInsecureEndpoint ?? false
        case .generation1(_, let plugin):
            plugin["Auth"]?["Default"]?["allowsInsecureEndpoint"]?.booleanValue ?? false
        }
    }
}
