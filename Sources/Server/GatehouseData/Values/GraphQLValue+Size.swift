// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseGraphQL

extension GraphQLValue {
    /// About as many bytes as the value has in JSON.
    var estimatedSize: Int {
        switch self {
        case .null, .boolean: 5
        case .int, .float: 12
        case .string(let text), .enumeration(let text): text.utf8.count + 2
        case .list(let elements): elements.reduce(2) { $0 + $1.estimatedSize + 1 }
        case .object(let members): members.reduce(2) { $0 + $1.key.utf8.count + 4 + $1.value.estimatedSize }
        }
    }
}
