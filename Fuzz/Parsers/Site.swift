// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import GatehouseText
import GatehouseWire

private let itemsPath: RoutePath = "/shops/<shop>/items"
private let sessionCookie = CookieName("session", .host)

extension FuzzedParser {
    /// The parts of a request that sites read: the lines are the host, the path, the cookies and a form.
    func feedSite(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        func line(_ index: Int) -> String { lines.count > index ? String(decoding: lines[index], as: UTF8.self) : "" }
        let request = GatewayRequest(
            method: "GET", path: line(1), query: line(3), headers: [("Host", line(0)), ("Cookie", line(2))])
        if let host = request.host {
            precondition(HostName(host.description) == host, "a host name has two forms")
        }
        if let shop = itemsPath.parameters(in: request.path)?.first {
            precondition(!shop.isEmpty && !shop.utf8.contains(UInt8(ascii: "/")), "a parameter is not one segment")
        }
        if let sessionCookie {
            precondition(request.cookieValues(sessionCookie).count <= bytes.count, "a cookie was invented")
        }
        guard let parameters = try? request.queryParameters(repeatable: ["resource"]) else { return }
        for value in parameters.values("resource") + [parameters.value("client_id")].compactMap(\.self) {
            precondition(!value.isEmpty && StreamSafeText.contains(value), "a parameter has an unsafe value")
        }
    }
}
