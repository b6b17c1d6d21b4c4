// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import NIOHTTP1

/// A request's target in absolute form, which clients of proxies send: `http://host/path?query` (RFC 9112, section
/// 3.2.2).
struct AbsoluteTarget {
    /// The host with its port, which replaces the value of `Host`.
    let authority: String
    /// The rest, with a path, as a target in origin form.
    let origin: String

    /// Parses a target; `nil` for another form or scheme, and for anything but one host with an optional port.
    init?(_ target: String) {
        guard let scheme = ["http://", "https://"].first(where: { HeaderName.begins(target, with: $0) }) else {
            return nil
        }
        let rest = target.utf8.dropFirst(scheme.utf8.count)
        let end = rest.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        authority = String(Substring(rest[..<end]))
        guard Authority(authority) != nil else { return nil }
        let path = Substring(rest[end...])
        origin = path.utf8.first == UInt8(ascii: "/") ? String(path) : "/" + path
    }
}

/// The parts of the target, once ``RequestHead`` has brought it into origin form.
extension HTTPRequestHead {
    /// Whether the target has origin form, or the asterisk form of `OPTIONS *` (RFC 9112, section 3.2).
    var hasOriginForm: Bool { uri.utf8.first == UInt8(ascii: "/") || uri.utf8.elementsEqual("*".utf8) }

    /// The target without query and fragment.
    var path: String {
        let end = endOfPath
        return end == uri.endIndex ? uri : String(uri[..<end])
    }

    /// The query without its question mark and without a fragment; empty if the target has none.
    var query: String {
        var rest = uri.utf8[endOfPath...]
        guard rest.popFirst() == UInt8(ascii: "?") else { return "" }
        return String(Substring(rest[..<(rest.firstIndex(of: UInt8(ascii: "#")) ?? rest.endIndex)]))
    }

    private var endOfPath: String.Index {
        uri.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? uri.utf8.endIndex
    }
}
