// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension GatewayRequest {
    /// The elements of a header's list (RFC 9110, section 5.6.1), of all its lines.
    package func tokens(of name: String) -> [String] {
        headers.filter { HeaderName.areEqual($0.name, name) }.flatMap { header in
            header.value.split(separator: ",").compactMap { part in
                let token = part.drop { $0 == " " || $0 == "\t" }
                let end = token.lastIndex { $0 != " " && $0 != "\t" }
                return end.map { String(token[...$0]) }
            }
        }
    }
}
