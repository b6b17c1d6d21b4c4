// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSDataStorePlugin
import Amplify
import GatehouseTestSupport

/// The errors that an app's error handler receives, as their words.
final class ToldErrors: Sendable {
    private let news = Relay<String>()

    /// Settings with this handler.
    var settings: DataStoreConfiguration {
        .custom(errorHandler: { [news] error in
            news.send((error as? DataStoreError).map { Self.words(of: $0) } ?? "another: \(error)")
        })
    }

    /// The next error with a part; errors before it are left out.
    func next(with part: String) async -> String? {
        while let words = await news.next() {
            if words.contains(part) { return words }
        }
        return nil
    }

    /// The case, for those that the exchange of a device reports, with the description and the suggestion.
    private static func words(of error: DataStoreError) -> String {
        let name =
            switch error {
            case .api: "api"
            case .conflict: "conflict"
            case .sync: "sync"
            default: "another case"
            }
        return "\(name): \(error.errorDescription) \(error.recoverySuggestion)"
    }
}
