// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire

/// A browser without scripts: it keeps cookies, follows redirects inside the server, and sends the forms of pages.
struct PageBrowser {
    /// The server.
    private let server: @Sendable (TestRequest) async -> TestResponse
    /// The address of the server, which redirects may begin with.
    private let baseURL: String
    /// The cookies by name; the tests use one domain, so paths do not matter.
    var cookies: [String: String] = [:]
    /// The language that the browser asks for.
    var language: String?
    /// The headers that a test adds to each request.
    var headers: [(name: String, value: String)] = []
    /// The last response.
    private(set) var response: TestResponse?
    /// The path and the query of the last request.
    private(set) var address = ""

    init(_ gatehouse: TestGatehouse) {
        self.init(baseURL: gatehouse.baseURL) { await gatehouse.send($0) }
    }

    /// Creates a browser for the server that `send` calls.
    init(baseURL: String, send: @escaping @Sendable (TestRequest) async -> TestResponse) {
        (self.baseURL, server) = (baseURL, send)
    }

    /// The status of the last response.
    var status: Int { response?.status ?? 0 }

    /// The text of the page.
    var html: String { response?.text ?? "" }

    /// The address of the redirect to which the last response leads outside of the server, with its parameters.
    var location: String? { response?.header("Location") }

    /// A parameter in the query or the fragment of ``location``.
    func returned(_ name: String) -> String? {
        guard let location, let parts = URLComponents(string: location) else { return nil }
        let fields = URLComponents(string: "?" + (parts.percentEncodedQuery ?? parts.percentEncodedFragment ?? ""))
        return fields?.queryItems?.first { $0.name == name }?.value?.replacing("+", with: " ")
    }

    /// Opens an address of the server, and follows redirects inside it.
    mutating func open(_ address: String) async throws {
        try await send(TestRequest(path: "/"), to: address)
    }

    /// Sends a form of the page: its fields as they are, with the values of a user and of a button that has one.
    mutating func submit(
        _ values: [String: String] = [:], form number: Int = 0, button: (name: String, value: String)? = nil
    ) async throws {
        let forms = forms
        guard forms.indices.contains(number) else { throw PageBrowserError.noForm(html) }
        var fields = forms[number].fields
        if let button { fields.append(button) }
        for (name, value) in values {
            fields.removeAll { $0.name == name }
            fields.append((name, value))
        }
        try await post(fields, to: forms[number].action.isEmpty ? address : forms[number].action)
    }

    /// Sends fields to an address, as a page of any origin can.
    mutating func post(_ fields: [(name: String, value: String)], to address: String) async throws {
        let form = FormFields.text(fields.map { ($0.name, $0.value) })
        let request = TestRequest(
            method: "POST", path: "/", headers: [("Content-Type", "application/x-www-form-urlencoded")],
            body: Data(form.utf8))
        try await send(request, to: address)
    }

    private mutating func send(_ first: TestRequest, to address: String) async throws {
        var request = first
        var target = address
        for _ in 0..<8 {
            let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            (request.path, request.query) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
            request.headers += [("Host", "localhost:9229")] + headers
            if let language { request.headers.append(("Accept-Language", language)) }
            if !cookies.isEmpty {
                let text = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
                request.headers.append(("Cookie", text))
            }
            let response = await server(request)
            self.address = target
            self.response = response
            keepCookies(of: response)
            guard 300..<400 ~= response.status, let location = response.header("Location") else { return }
            let own =
                location.hasPrefix(baseURL) ? String(location.dropFirst(baseURL.count)) : location
            guard own.hasPrefix("/"), !own.hasPrefix("//") else { return }
            request = TestRequest()
            target = own
        }
        throw PageBrowserError.tooManyRedirects(target)
    }

    private mutating func keepCookies(of response: TestResponse) {
        for header in response.headers where header.name.lowercased() == "set-cookie" {
            let parts = header.value.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let isDeleted = parts.contains("Max-Age=0")
            cookies[String(pair[0])] = isDeleted ? nil : String(pair[1])
        }
    }
}

/// The error of a test's browser.
enum PageBrowserError: Error {
    /// The page has no such form.
    case noForm(String)
    /// The redirects do not end.
    case tooManyRedirects(String)
}
