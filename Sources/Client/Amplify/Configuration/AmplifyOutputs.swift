// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// The source of a generation 2 configuration.
public struct AmplifyOutputs: Sendable {
    /// Reads the configuration.
    public let resolveConfiguration: @Sendable () throws -> AmplifyOutputsData

    /// `amplify_outputs.json` in the main bundle or next to the executable.
    public static let amplifyOutputs = AmplifyOutputs.resource(named: "amplify_outputs")

    /// The content of a configuration file.
    public static func data(_ data: Data) -> AmplifyOutputs {
        AmplifyOutputs {
            try ConfigurationFile.generation2(named: "amplify_outputs").decode(AmplifyOutputsData.self, from: data)
        }
    }

    /// The file `<resource>.json` in the main bundle or next to the executable.
    public static func resource(named resource: String) -> AmplifyOutputs {
        AmplifyOutputs {
            try ConfigurationFile.generation2(named: resource).decode(AmplifyOutputsData.self)
        }
    }
}
