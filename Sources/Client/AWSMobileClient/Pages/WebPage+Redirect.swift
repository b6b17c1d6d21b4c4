// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession

extension WebPage {
    /// Whether an address begins as the redirect URI does, in upper or lower case.
    func isRedirect(_ url: URL) -> Bool {
        url.absoluteString.lowercased().hasPrefix(redirect.absoluteString.lowercased())
    }

    /// Whether an address that the app received ends the visit.
    ///
    /// A sign-in and a sign-out can have the same redirect URI: only the answer to a sign-in has a state, or reports an
    /// error without one.
    func accepts(_ url: URL) -> Bool {
        guard isRedirect(url) else { return false }
        let names = url.queryNames
        return switch purpose {
        case .signIn: names.contains("state") || names.contains("error")
        case .signOut: !names.contains("state")
        }
    }
}

extension URL {
    /// The names of the parameters in the query.
    fileprivate var queryNames: Set<Substring> {
        let fields = (query(percentEncoded: true) ?? "").split(separator: "&")
        return Set(fields.map { $0.prefix { $0 != "=" } })
    }
}
