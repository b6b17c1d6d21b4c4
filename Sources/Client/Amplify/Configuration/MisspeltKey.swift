// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A key of a configuration file that nearly equals a key with the address of the app's own server.
///
/// Unknown keys are ignored, as in the original; a misspelt one of these would send an app's users to AWS.
package struct MisspeltKey: Equatable {
    /// The key as the file has it.
    package let key: String
    /// The key that was probably meant.
    package let meant: String

    /// Finds the first key, in the order of the alphabet, that is near to a known one without being one.
    package init?(among keys: some Sequence<String>, meaning known: [String]) {
        for key in keys.sorted() where !known.contains(key) {
            guard let meant = known.first(where: { Self.areNear(key, $0) }) else { continue }
            self.init(key: key, meant: meant)
            return
        }
        return nil
    }

    private init(key: String, meant: String) {
        self.key = key
        self.meant = meant
    }

    /// Whether two keys differ, without regard to case and punctuation, in one place and there in at most two letters.
    private static func areNear(_ key: String, _ other: String) -> Bool {
        let (first, second) = (letters(of: key), letters(of: other))
        let start = zip(first, second).prefix { $0 == $1 }.count
        let (firstRest, secondRest) = (first.dropFirst(start), second.dropFirst(start))
        let end = zip(firstRest.reversed(), secondRest.reversed()).prefix { $0 == $1 }.count
        return max(firstRest.count, secondRest.count) - end <= 2
    }

    private static func letters(of key: String) -> [UInt8] {
        key.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    }
}

extension MisspeltKey {
    /// The keys of `auth` in `amplify_outputs.json` that lead to a server, in both spellings that are read.
    private static let outputs = [
        "endpoint", "user_pool_endpoint", "identity_pool_endpoint", "allows_insecure_endpoint", "userPoolEndpoint",
        "identityPoolEndpoint", "allowsInsecureEndpoint",
    ]

    /// The first misspelt key of `auth` in a file of generation 2, if there is one.
    init?(inOutputs data: Data) {
        struct Keys: Decodable { let auth: [String: JSONValue]? }
        guard let keys = try? JSONDecoder().decode(Keys.self, from: data).auth?.keys else { return nil }
        self.init(among: keys, meaning: Self.outputs)
    }
}
