// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A request to a loopback listener, as far as it has arrived.
package enum CallbackRequest: Equatable {
    /// The head is not complete.
    case incomplete
    /// The head exceeds the bound.
    case tooLong
    /// The browser arrived at the redirect URI, with the query, escaped.
    case callback(query: String?)
    /// The browser requested a document that is served besides.
    case document(path: String)
    /// Anything else: another path, host or method, a request that the page of another site made, or no HTTP.
    case other

    /// The longest head that is read, in bytes.
    package static let longestHead = 16 << 10

    /// Reads the bytes that have arrived.
    ///
    /// A browser names the host that the page's address has, so a foreign name that resolves to this machine (DNS
    /// rebinding) is refused. `Sec-Fetch-Dest`, where the browser sends it, must name a page in a window, so images
    /// and frames of other sites are refused.
    ///
    /// - Parameters:
    ///   - bytes: the bytes from the beginning of the connection.
    ///   - authority: the expected value of `Host`, in lower case.
    ///   - path: the expected path, escaped.
    ///   - documents: the paths of documents that are served besides, escaped.
    package init(_ bytes: [UInt8], authority: String, path: String, documents: [String] = []) {
        guard let head = Self.head(of: bytes) else {
            self = bytes.count > Self.longestHead ? .tooLong : .incomplete
            return
        }
        guard head.count <= Self.longestHead else {
            self = .tooLong
            return
        }
        self = Self.read(head, authority: authority, path: path, documents: documents)
    }

    /// The bytes before the first empty line; nil if none has arrived.
    private static func head(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let end = "\r\n\r\n".utf8
        guard bytes.count >= end.count else { return nil }
        return (0...(bytes.count - end.count)).first { bytes[$0] == 0x0D && bytes[$0...].starts(with: end) }
            .map { bytes[..<$0] }
    }

    private static func read(
        _ head: ArraySlice<UInt8>,
        authority: String,
        path: String,
        documents: [String]
    ) -> CallbackRequest {
        // Text of HTTP is visible ASCII, spaces and tabs; the browser escapes everything else.
        guard head.allSatisfy({ (0x20...0x7E).contains($0) || [0x09, 0x0D, 0x0A].contains($0) }) else { return .other }
        let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let request = lines[0].split(separator: " ", omittingEmptySubsequences: false)
        guard request.count == 3, request[0] == "GET", request[2] == "HTTP/1.1" || request[2] == "HTTP/1.0" else {
            return .other
        }
        var fields: [String: [String]] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":"), !line.hasPrefix(" "), !line.hasPrefix("\t") else {
                return .other
            }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            fields[line[..<colon].lowercased(), default: []].append(value.lowercased())
        }
        guard fields["host"] == [authority] else { return .other }
        let target = request[1]
        // Nothing but the address of the document leads to it, and the page of another site cannot read it.
        if documents.contains(String(target)) { return .document(path: String(target)) }
        guard fields["sec-fetch-dest"].map({ $0 == ["document"] }) ?? true else { return .other }
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts[0] == path, !target.contains("#") else { return .other }
        return .callback(query: parts.count > 1 ? String(parts[1]) : nil)
    }
}
