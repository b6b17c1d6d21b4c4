// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseTestSupport

@testable import AWSDataStorePlugin

/// The errors that an app's error handler receives, as their words.
final class ToldErrors: Sendable {
    private let news = Relay<String>()

    /// Settings with this handler.
    var settings: DataStoreConfiguration {
        .custom(errorHandler: { [news] error in news.send((error as? DataStoreError)?.words ?? "another: \(error)") })
    }

    /// The next error with a part; errors before it are left out.
    func next(with part: String) async -> String? {
        while let words = await news.next() {
            if words.contains(part) { return words }
        }
        return nil
    }
}
