// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

/// A reference of a model whose type the test does not name.
protocol LoadedReference {
    /// Loads the record, and returns its key; nil without a record.
    func loadedKey() async throws -> String?
}

extension LazyReference: LoadedReference {
    func loadedKey() async throws -> String? { try await get()?.identifier }
}

/// A list of related records whose type the test does not name.
protocol LoadedList {
    /// Loads the records page by page, and returns their keys.
    func loadedKeys() async throws -> [String]
}

extension List: LoadedList {
    func loadedKeys() async throws -> [String] {
        try await fetch()
        var page = self
        var keys = page.map(\.identifier)
        while page.hasNextPage() {
            page = try await page.getNextPage()
            keys += page.map(\.identifier)
        }
        return keys
    }
}
