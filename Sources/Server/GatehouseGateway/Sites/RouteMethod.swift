// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The methods of routes, in the order in which `Allow` lists them.
enum RouteMethod: String, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"

    /// The names of the methods that a route supports: GET includes HEAD.
    var names: [String] {
        switch self {
        case .get: ["GET", "HEAD"]
        case .post, .put: [rawValue]
        }
    }
}
