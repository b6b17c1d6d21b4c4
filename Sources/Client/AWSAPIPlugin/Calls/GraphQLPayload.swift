// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation

/// The JSON of a document with its variables.
struct GraphQLPayload: Sendable, Equatable {
    /// The JSON in UTF-8, as the body of a request has it.
    let json: Data

    /// The JSON as a text, as the start of a subscription has it.
    var text: String { String(decoding: json, as: UTF8.self) }

    /// Writes a request.
    ///
    /// - Throws: `.invalidConfiguration` for an empty document, `.operationError` for variables of types that JSON does not
    ///   have.
    init<R>(_ request: GraphQLRequest<R>) throws(APIError) {
        guard request.document.contains(where: { !$0.isWhitespace }) else {
            throw .invalidConfiguration("The GraphQL document is empty", "Pass a document with one operation")
        }
        var content: [String: Any] = ["query": request.document]
        if let variables = request.variables { content["variables"] = variables }
        // The check comes first, because writing ends the process on Apple's systems where it fails here.
        guard JSONSerialization.isValidJSONObject(content) else { throw Self.unwritable(nil) }
        do {
            json = try JSONSerialization.data(withJSONObject: content, options: [.sortedKeys, .withoutEscapingSlashes])
        } catch {
            throw Self.unwritable(error)
        }
    }

    private static func unwritable(_ cause: (any Error)?) -> APIError {
        .failure(.unwritableRequest, suggestion: "fix the document or variables", cause)
    }
}
