// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire

/// The parameters with which a browser arrived at a redirect URI.
struct WebCallback: Sendable {
    /// Longer queries are refused, in bytes.
    private static let longestQuery = 64 << 10
    /// More parameters are refused.
    private static let mostParameters = 64

    private let parameters: [String: String]

    /// Reads the parameters.
    ///
    /// - Throws: `.unusable` for a query that is too long or malformed, or that has a parameter twice (RFC 6749,
    ///   section 3.1).
    init(_ url: URL) throws(WebSignInError) {
        let query = url.query(percentEncoded: true) ?? ""
        guard query.utf8.count <= Self.longestQuery,
            let fields = try? FormFields.read(query, maximum: Self.mostParameters)
        else { throw .unusable("The callback has a malformed query.") }
        var parameters: [String: String] = [:]
        for (name, value) in fields {
            guard parameters.updateValue(value, forKey: name) == nil else {
                throw .unusable("The callback has a parameter twice.")
            }
        }
        self.parameters = parameters
    }

    subscript(_ name: String) -> String? { parameters[name] }

    /// The error of the service, if the callback reports one.
    var refusal: OAuthRefusal? {
        parameters["error"].map { OAuthRefusal(code: $0, text: parameters["error_description"] ?? "") }
    }
}
