// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The one text of a request that both sides derive and sign.
struct CanonicalRequest {
    static let payloadHashHeader = "x-amz-content-sha256"

    let request: SignableRequest
    /// Lower-case names, sorted.
    let signedHeaders: [String]
    let service: String
    /// The value that represents the body: its SHA-256 in hexadecimal, or a constant.
    let payloadHash: String

    var text: String {
        [request.method, path, query, headers, signedHeaders.joined(separator: ";"), payloadHash]
            .joined(separator: "\n")
    }

    /// Encoded a second time and rid of dot segments, except for S3, whose keys may hold any.
    private var path: String {
        guard service != "s3" else { return request.path.isEmpty ? "/" : request.path }
        var segments: [Substring] = []
        for segment in request.path.split(separator: "/") where segment != "." {
            if segment == ".." {
                _ = segments.popLast()
            } else {
                segments.append(segment)
            }
        }
        let end = request.path.hasSuffix("/") && !segments.isEmpty ? "/" : ""
        return PercentEncoding.encode("/" + segments.joined(separator: "/") + end, keeping: UInt8(ascii: "/"))
    }

    /// Whether resolving the path removes no segment, so that only one path has its canonical form.
    static func isResolved(_ path: String) -> Bool {
        guard path.utf8.first == UInt8(ascii: "/") else { return false }
        let segments = path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        let last = segments.count - 1
        return segments.enumerated().allSatisfy { index, segment in
            (!segment.isEmpty || index == last) && !segment.elementsEqual(".".utf8) && !segment.elementsEqual("..".utf8)
        }
    }

    private var query: String {
        request.query
            .filter { $0.0 != PresignedField.signature.rawValue }
            .map { (name: PercentEncoding.encode($0.0), value: PercentEncoding.encode($0.1)) }
            .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
            .map { "\($0.name)=\($0.value)" }
            .joined(separator: "&")
    }

    /// Each header's line ends with a newline, so that joining leaves an empty line after the last.
    private var headers: String {
        var values: [String: [String]] = [:]
        let signed = Set(signedHeaders)
        for header in request.headers {
            let name = header.name.lowercased()
            if signed.contains(name) { values[name, default: []].append(Self.collapsed(header.value)) }
        }
        return signedHeaders.map { "\($0):\((values[$0] ?? []).joined(separator: ","))\n" }.joined()
    }

    /// Trims a value and turns each run of blanks into one.
    private static func collapsed(_ value: String) -> String {
        guard value.utf8.contains(where: isBlank) else { return value }
        return value.utf8.split(whereSeparator: isBlank)
            .map { String(decoding: $0, as: UTF8.self) }
            .joined(separator: " ")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}

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
