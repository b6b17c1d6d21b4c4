// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The names and addresses of the local machine.
package enum LoopbackHost {
    /// The names, in lower case and without brackets.
    package static let names: Set<String> = ["127.0.0.1", "localhost", "::1"]

    /// The names as they are written in URLs and in `Host`: an IPv6 address is in brackets there (RFC 3986, section
    /// 3.2.2).
    package static let namesInURLs = Set(names.map { $0.contains(":") ? "[\($0)]" : $0 })
}
