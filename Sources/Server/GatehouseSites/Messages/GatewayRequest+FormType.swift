// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension GatewayRequest {
    /// Whether the content type is that of forms.
    package var hasFormType: Bool {
        let type = "application/x-www-form-urlencoded"
        let given = header("Content-Type").map { String($0.unicodeScalars.prefix(type.utf8.count)) }
        return given.map { HeaderName.areEqual($0, type) } ?? false
    }
}
