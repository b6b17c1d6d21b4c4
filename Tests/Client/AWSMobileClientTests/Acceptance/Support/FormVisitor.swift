// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTesting
import GatehouseWire
import Synchronization

/// A user who fills in the forms on the pages of a server in this process.
final class FormVisitor: Sendable {
    private let server: InProcessTransport
    private let entries: [String: String]
    private let cookies = Mutex<[String: String]>([:])
    private let sent = Mutex(0)

    /// - Parameters:
    ///   - server: the server.
    ///   - entries: what the user enters, by the names of the fields.
    init(_ server: InProcessTransport, entering entries: [String: String]) {
        (self.server, self.entries) = (server, entries)
    }

    /// The number of forms that the user has sent.
    var formsSent: Int { sent.withLock(\.self) }

    /// Follows the pages to an address with that scheme; nil if the user does not get there.
    func visit(_ url: URL, until scheme: String) async throws -> URL? {
        var request = TransportRequest(method: .get, url: url)
        for _ in 1...20 {
            let response = try await send(request)
            if let location = response.header("Location"), (300..<400).contains(response.status) {
                guard let next = URL(string: location, relativeTo: request.url)?.absoluteURL else { return nil }
                if next.scheme == scheme { return next }
                request = TransportRequest(method: .get, url: next)
            } else if let next = filledIn(String(decoding: response.body, as: UTF8.self), at: request.url) {
                request = next
            } else {
                return nil
            }
        }
        return nil
    }

    private func send(_ request: TransportRequest) async throws -> TransportResponse {
        var request = request
        let jar = cookies.withLock(\.self).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        if !jar.isEmpty { request.headers.append(("Cookie", jar.joined(separator: "; "))) }
        let response = try await server.send(request)
        for header in response.headers where header.name.lowercased() == "set-cookie" {
            let parts = header.value.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            cookies.withLock { $0[pair[0]] = parts.contains("Max-Age=0") ? nil : pair[1] }
        }
        return response
    }

    private func filledIn(_ html: String, at url: URL) -> TransportRequest? {
        let forms = html.matches(of: /(?s)<form\b([^>]*)>(.*?)<\/form>/)
        guard let form = forms.first(where: { Self.attributes(of: $0.1)["method"]?.lowercased() == "post" }) else {
            return nil
        }
        sent.withLock { $0 += 1 }
        let fields = form.2.matches(of: /(?s)<input\b([^>]*)>/).compactMap { input -> (String, String)? in
            let attributes = Self.attributes(of: input.1)
            return attributes["name"].map { ($0, entries[$0] ?? attributes["value"] ?? "") }
        }
        let action = Self.attributes(of: form.1)["action"].flatMap { URL(string: $0, relativeTo: url) } ?? url
        return TransportRequest(
            url: action.absoluteURL, headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Data(FormFields.text(fields).utf8))
    }

    private static func attributes(of tag: Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        for match in tag.matches(of: /([a-z-]+)="([^"]*)"/) {
            attributes[String(match.1)] = String(match.2).replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        }
        return attributes
    }
}
