// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A configured endpoint that cannot be used.
package struct EndpointError: Error, Sendable, Equatable {
    /// The error in the value.
    package enum Problem: Sendable, Hashable {
        case empty, notAbsolute, notHost, notURL, badScheme, noHost, badPort, extraParts, badRegion
        /// Plain HTTP to another machine; the configuration key of the same name would allow it.
        case insecure(String)
    }

    /// The configuration key that holds the value.
    package let key: String
    package let problem: Problem

    /// Creates an error.
    package init(key: String, problem: Problem) {
        self.key = key
        self.problem = problem
    }

    /// A description of the error, in one sentence.
    package var text: String {
        switch problem {
        case .empty: "\(key) is empty."
        case .notAbsolute: "\(key) is not an absolute URL."
        case .notHost: "\(key) is neither an absolute URL nor a bare host name."
        case .notURL: "\(key) is not a URL."
        case .badScheme: "\(key) has a scheme other than http and https."
        case .noHost: "\(key) names no host."
        case .badPort: "\(key) has a port outside 1 to 65535."
        case .extraParts: "\(key) has a user name, password, query or fragment."
        case .insecure: "\(key) is plain HTTP to a host that is not this machine."
        case .badRegion: "\(key) is not the name of a region."
        }
    }

    /// One sentence that says how to mend it.
    package var cure: String {
        switch problem {
        case .empty, .notAbsolute, .notURL, .badScheme, .noHost, .badPort:
            "Write it as https://host[:port][/prefix], for example https://auth.example.com or http://localhost:9229."
        case .notHost:
            "With a port or a path, write the scheme as well: https://host:port/prefix. Without one, write the host only."
        case .extraParts: "Keep only scheme, host, port and path."
        case .insecure(let key): "Use https, or set \(key) to true if the network in between is trusted."
        case .badRegion: "Write a name such as us-east-1."
        }
    }
}

extension EndpointError: CustomStringConvertible {
    package var description: String { "\(text) \(cure)" }
}
