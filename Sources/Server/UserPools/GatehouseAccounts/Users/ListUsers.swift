// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
package import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Returns a page of users.
    ///
    /// A page begins after a user and not at an offset, so that new or deleted users do not shift it.
    package func listUsers(_ request: ListUsersRequest) async throws(ServiceFault) -> ListUsersResponse {
        let filter = try UserFilter(parsing: request.filter ?? "")
        let limit = request.limit.flatMap { $0 == 0 ? nil : $0 } ?? 60
        var start: String?
        if let token = request.paginationToken {
            start = try records.pageTokens.open(token, list: request.userPoolId)
        }
        let users = try await records.read { [start] store in
            let pool = try store.existingPool(request.userPoolId)
            try UserAttributes.checkKnown(request.attributesToGet ?? [], in: pool)
            return try store.users(inPool: request.userPoolId, after: start, limit: limit + 1, filter: filter)
        }
        let wanted = request.attributesToGet.map(Set.init)
        return ListUsersResponse(
            users: users.prefix(limit).map { UserType($0, onlyAttributes: wanted) },
            paginationToken: users.count > limit
                ? records.pageTokens.seal(users[limit - 1].sub, list: request.userPoolId) : nil)
    }
}

extension UserAttributes {
    /// Checks that the pool has these attributes.
    ///
    /// - Throws: `InvalidParameterException` with the name of the first one that it does not have.
    fileprivate static func checkKnown(_ names: [String], in pool: UserPoolRecord) throws(ServiceFault) {
        let known = Set((pool.description.schemaAttributes ?? []).compactMap(\.name))
        for name in names where !known.contains(name) {
            throw .invalidParameter("Invalid AttributesToGet: \(name) is not an attribute of the user pool.")
        }
    }
}

extension UserFilter {
    /// Parses a `Filter`: an attribute, `=` or `^=`, and a quoted value, in which `\"` is a quotation mark.
    ///
    /// It parses bytes, because a step over a `Character` can inspect all characters before it.
    ///
    /// - Returns: `nil` for an empty filter, which matches every user.
    /// - Throws: `InvalidParameterException` for a text that does not follow the grammar.
    package init?(parsing text: String) throws(ServiceFault) {
        let bytes = Array(text.utf8)[...].trimmed
        guard !bytes.isEmpty else { return nil }
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { throw Self.malformed }
        let head = bytes[..<equals]
        let comparison: Comparison = head.last == UInt8(ascii: "^") ? .startsWith : .equals
        let name = (comparison == .startsWith ? head.dropLast() : head).trimmed
        // Some older clients put the attribute's name in quotation marks as well.
        guard let value = try Self.unquoted(bytes[(equals + 1)...].trimmed) else { throw Self.malformed }
        self.init(field: try Self.field(name.withoutQuotes ?? name), comparison: comparison, value: value)
    }

    private static let malformed = ServiceFault.invalidParameter("Error while parsing filter")

    private static func field(_ bytes: ArraySlice<UInt8>) throws(ServiceFault) -> Field {
        let name = String(decoding: bytes, as: UTF8.self)
        if let field = Field(rawValue: name) { return field }
        let isName = name.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || "_:-".unicodeScalars.contains(scalar)
        }
        guard !name.isEmpty, isName else { throw malformed }
        throw .invalidParameter("Invalid search attribute: \(name)")
    }

    /// Returns the value between quotation marks with its escapes resolved; `nil` without quotation marks.
    private static func unquoted(_ bytes: ArraySlice<UInt8>) throws(ServiceFault) -> String? {
        guard let quoted = bytes.withoutQuotes else { return nil }
        var value: [UInt8] = []
        var isEscaped = false
        for byte in quoted {
            if isEscaped || byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"") {
                value.append(byte)
                isEscaped = false
            } else {
                guard byte == UInt8(ascii: "\\") else { throw malformed }
                isEscaped = true
            }
        }
        guard !isEscaped else { throw malformed }
        return String(decoding: value, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without leading and trailing ASCII white space.
    fileprivate var trimmed: ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let rest = drop(while: isBlank)
        guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return rest }
        return rest[...last]
    }

    /// The bytes between quotation marks; `nil` without them.
    fileprivate var withoutQuotes: ArraySlice<UInt8>? {
        let quote = UInt8(ascii: "\"")
        guard count >= 2, first == quote, last == quote else { return nil }
        return dropFirst().dropLast()
    }
}
