// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The methods of routes, in the order in which `Allow` lists them.
package enum RouteMethod: String, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"

    /// The names of the methods that a route supports: GET includes HEAD.
    package var names: [String] {
        switch self {
        case .get: ["GET", "HEAD"]
        case .post, .put, .delete: [rawValue]
        }
    }

    /// Whether a route of this method answers requests with the method `name`.
    package func answers(_ name: String) -> Bool {
        switch self {
        case .get: name == "GET" || name == "HEAD"
        case .post: name == "POST"
        case .put: name == "PUT"
        case .delete: name == "DELETE"
        }
    }
}
