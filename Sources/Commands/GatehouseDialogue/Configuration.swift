// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AWSCognitoAuthPlugin
package import Amplify
import Foundation

/// An app's configuration, `amplify_outputs.json` or `amplifyconfiguration.json`, as Amplify or Gatehouse wrote it.
package enum Configuration: Sendable {
    case outputs(AmplifyOutputs, AmplifyOutputsData.Auth, AmplifyOutputsData.Servers)
    case generation1(AmplifyConfiguration, JSONValue)

    /// A configuration, or another file of a project, that is missing or cannot be used.
    package struct Unusable: Error, Equatable {
        /// A description of the error.
        package let text: String
        /// A suggestion for recovery.
        package let cure: String

        /// Makes an error.
        package init(text: String, cure: String) {
            self.text = text
            self.cure = cure
        }

        fileprivate static func missing(_ path: String) -> Unusable {
            Unusable(
                text: "There is no file \(path).",
                cure: "amplify push writes it for a project, and gatehouse dev writes one into its data folder: "
                    + ".gatehouse/amplify_outputs.json."
            )
        }

        fileprivate static func withoutAuth(_ path: String) -> Unusable {
            Unusable(
                text: "The file \(path) has no object \"auth\".",
                cure: "Name an amplify_outputs.json or amplifyconfiguration.json."
            )
        }
    }

    /// Reads a file; its content determines its generation.
    ///
    /// - Throws: `Unusable`.
    package init(file path: String) throws {
        guard FileManager.default.fileExists(atPath: path) else { throw Unusable.missing(path) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Unusable(text: "The file \(path) cannot be read.", cure: "Check its permissions.")
        }
        guard let json = try? JSONDecoder().decode(JSONValue.self, from: data) else {
            throw Unusable(text: "The file \(path) is not JSON.", cure: "Write it anew, or correct it.")
        }
        guard let auth = json["auth"] else { throw Unusable.withoutAuth(path) }
        do {
            if let plugin = auth["plugins"]?["awsCognitoAuthPlugin"] {
                self = .generation1(try AmplifyConfiguration(configurationFile: URL(filePath: path)), plugin)
            } else {
                let outputs = AmplifyOutputs.data(data)
                let content = try outputs.resolveConfiguration()
                guard let auth = content.auth else { throw Unusable.withoutAuth(path) }
                self = .outputs(outputs, auth, try content.servers())
            }
        } catch let error as any AmplifyError {
            throw Unusable(error)
        }
    }

    /// Configures Amplify.
    ///
    /// - Throws: `Unusable`.
    package func apply() throws {
        do {
            switch self {
            case .outputs(let outputs, _, _): try Amplify.configure(with: outputs)
            case .generation1(let configuration, _): try Amplify.configure(configuration)
            }
        } catch let error as any AmplifyError {
            throw Unusable(error)
        }
    }

    /// Configures a plugin that is used without the rest of Amplify.
    ///
    /// - Throws: `Unusable`.
    package func apply(to plugin: AWSCognitoAuthPlugin) throws {
        do {
            switch self {
            case .outputs(let outputs, _, _): try plugin.configure(using: outputs.resolveConfiguration())
            case .generation1(_, let block): try plugin.configure(using: block)
            }
        } catch let error as any AmplifyError {
            throw Unusable(error)
        }
    }

    /// The attributes that a new user must have, as far as the file says.
    package var requiredAttributes: [String] {
        switch self {
        case .outputs(_, let auth, _): (auth.standardRequiredAttributes ?? []).map(\.rawValue)
        case .generation1(_, let plugin):
            (plugin["Auth"]?["Default"]?["signupAttributes"]?.asArray ?? []).compactMap { $0.stringValue?.lowercased() }
        }
    }

    /// The pool that users are in.
    package var userPoolID: String? {
        switch self {
        case .outputs(_, let auth, _): auth.userPoolId
        case .generation1(_, let plugin): plugin["CognitoUserPool"]?["Default"]?["PoolId"]?.stringValue
        }
    }

    /// Whether there is a pool of identities, whose credentials AWS takes.
    package var hasIdentityPool: Bool {
        switch self {
        case .outputs(_, let auth, _): auth.identityPoolId != nil
        case .generation1(_, let plugin):
            plugin["CredentialsProvider"]?["CognitoIdentity"]?["Default"]?["PoolId"] != nil
        }
    }

    /// The region of the user pool.
    package var region: String? {
        switch self {
        case .outputs(_, let auth, _): auth.awsRegion
        case .generation1(_, let plugin): plugin["CognitoUserPool"]?["Default"]?["Region"]?.stringValue
        }
    }

    /// The address of Gatehouse; `nil` for AWS.
    package var endpoint: String? {
        switch self {
        case .outputs(_, _, let servers): servers.endpoint?.value
        case .generation1(_, let plugin): plugin["Auth"]?["Default"]?["Endpoint"]?.stringValue
        }
    }

    /// Whether the endpoint may be one without TLS that is not on this machine.
    package var allowsInsecureEndpoint: Bool {
        switch self {
        case .outputs(_, _, let servers): servers.allowsInsecureEndpoint
        case .generation1(_, let plugin):
            plugin["Auth"]?["Default"]?["allowsInsecureEndpoint"]?.booleanValue ?? false
        }
    }
}

extension Configuration.Unusable {
    fileprivate init(_ error: any AmplifyError) {
        self.init(text: error.errorDescription, cure: error.recoverySuggestion)
    }
}
