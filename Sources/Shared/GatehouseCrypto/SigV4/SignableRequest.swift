// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The parts of an HTTP request that a signature covers.
package struct SignableRequest: Sendable {
    /// The method in upper case.
    package var method: String
    /// The path as it stands in the request line, percent-encoded, without the query.
    package var path: String
    /// Names and values of the query in their order, percent-decoded.
    package var query: [(String, String)]
    /// All headers; `host` must be among them, with the port unless it is the scheme's own.
    package var headers: [(name: String, value: String)]
    /// The body's bytes.
    package var body: [UInt8]

    package init(
        method: String, path: String, query: [(String, String)] = [], headers: [(name: String, value: String)],
        body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// The names and values of a query as it stands in the request line (what follows `?`), percent-decoded.
    ///
    /// A `+` is a plus sign, and a broken escape is kept as it is.
    package static func query(parsing text: some StringProtocol) -> [(String, String)] {
        Array(text.utf8).split(separator: UInt8(ascii: "&")).map { field in
            let parts = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (PercentEncoding.decode(parts[0]), parts.count > 1 ? PercentEncoding.decode(parts[1]) : "")
        }
    }

    /// The names and values of a query that every reader decodes alike, percent-decoded.
    ///
    /// `nil` for a `+`, which some signers and servers read as a blank, for a broken escape, and for bytes that are not
    /// UTF-8: several of these have one canonical form, so that one could take the place of another.
    package static func query(unambiguous text: some StringProtocol) -> [(String, String)]? {
        guard !text.utf8.contains(UInt8(ascii: "+")), PercentEncoding.isWellFormed(text.utf8) else { return nil }
        return query(parsing: text)
    }

    /// The values of a header by its name in lower case, whatever the case of the name in the request.
    package func values(of name: String) -> [String] {
        headers.filter { Self.isLowercase(name, of: $0.name) }.map(\.value)
    }

    private static func isLowercase(_ lowercase: String, of name: String) -> Bool {
        lowercase.utf8.count == name.utf8.count
            && zip(lowercase.utf8, name.utf8).allSatisfy { own, other in
                own == ((0x41...0x5A).contains(other) ? other | 0x20 : other)
            }
    }

    /// The value of a query field, its name compared exactly; the first if there are several.
    func queryValue(_ name: String) -> String? {
        query.first { $0.0 == name }?.1
    }
}
