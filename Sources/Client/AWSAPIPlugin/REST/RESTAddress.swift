// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation

/// The address of a REST request: the API's address, followed by the request's path and query.
enum RESTAddress {
    /// The characters of a path that are not percent-encoded.
    private static let pathCharacters = CharacterSet.urlPathAllowed
    /// The characters of a name or value in a query that are not percent-encoded.
    ///
    /// Servers read `;` as a separator and `+` as a blank, though URLs allow both.
    private static let queryCharacters = CharacterSet.urlQueryAllowed.subtracting(CharacterSet(charactersIn: "&=;+"))

    /// Makes the address.
    ///
    /// - Parameters:
    ///   - base: the address of the API, without a query.
    ///   - path: the path below it, not percent-encoded; a slash at its beginning counts for nothing.
    ///   - query: the names and values of the query, which may be percent-encoded.
    /// - Returns: the address; the fields of the query are in the order of their names.
    /// - Throws: `.invalidURL` if there is no such address.
    static func url(
        below base: URL, path: String? = nil, query: [String: String]? = nil
    ) throws(APIError) -> URL {
        var text = base.absoluteString
        if let path, !path.isEmpty {
            if text.hasSuffix("/") { text.removeLast() }
            text += encoded(path.hasPrefix("/") ? path : "/" + path, pathCharacters)
        }
        if let query, !query.isEmpty {
            let fields = query.sorted { $0.key < $1.key }.map { "\(field($0.key))=\(field($0.value))" }
            text += "?" + fields.joined(separator: "&")
        }
        guard let url = URL(string: text, encodingInvalidCharacters: false) else {
            throw .invalidURL(
                "The path and the query of the request make no address", "Correct the path and queryParameters")
        }
        return url
    }

    /// A name or value of a query: decoded first, because callers may have encoded it, unless it is not an encoded text.
    private static func field(_ text: String) -> String {
        encoded(text.removingPercentEncoding ?? text, queryCharacters)
    }

    /// Swift's text is always valid Unicode, which can be encoded.
    private static func encoded(_ text: String, _ kept: CharacterSet) -> String {
        text.addingPercentEncoding(withAllowedCharacters: kept) ?? ""
    }
}
