// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
package import GatehouseCrypto
package import GatehouseServerCrypto
import Logging

/// The functions by their ARNs, and the keys by their ids in a key service.
package struct TriggerSettings: Sendable, Equatable {
    /// The programs and addresses of the functions, by their ARNs.
    package var functions: [String: TriggerRoute]
    /// The keys that encrypt codes for custom senders, by their ids in a key service.
    package var codeKeys: [String: RawAESKey]
    /// The limits of duration and number for attempts.
    package var limits = TriggerLimits()

    /// Creates settings.
    package init(functions: [String: TriggerRoute] = [:], codeKeys: [String: RawAESKey] = [:]) {
        self.functions = functions
        self.codeKeys = codeKeys
    }
}

/// The way to call a function.
package enum TriggerRoute: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// An HTTP endpoint that receives a POST for each event, signed with a shared secret.
    case endpoint(url: String, secret: String)
    /// A local program and its arguments; `folder` is its working directory.
    case program([String], folder: String)
    /// The Lambda API at an endpoint, such as `https://lambda.us-east-1.amazonaws.com`.
    case lambda(endpoint: String, credentials: SigningCredentials)

    /// Contains the endpoint or program; never a secret.
    package var description: String {
        switch self {
        case .endpoint(let url, _): "endpoint \(url.prefix { $0 != "?" })"
        case .program(let command, _): "program \(command.first ?? "")"
        case .lambda(let endpoint, _): "Lambda at \(endpoint)"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    /// The carrier for this route.
    func carrier(clock: WallClock, logger: Logger) -> any TriggerCarrier {
        switch self {
        case .endpoint(let url, let secret): EndpointTrigger(url: url, secret: secret, clock: clock)
        case .program(let command, let folder): ProgramTrigger(command: command, folder: folder, logger: logger)
        case .lambda(let endpoint, let credentials):
            LambdaTrigger(endpoint: endpoint, credentials: credentials, clock: clock)
        }
    }
}
