// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The origin of records while they are decoded, from which their relations are loaded later.
package protocol RecordOrigin: Sendable {
    /// The source of a list's records; nil if the value is not a list of the origin.
    ///
    /// - Throws: the error of a record's decoding.
    func listProvider<M: Model>(of type: M.Type, from decoder: any Decoder) throws -> AnyModelListProvider<M>?

    /// The source of the record behind a reference; nil if the value is the record itself.
    ///
    /// - Throws: the error of the value's decoding.
    func modelProvider<M: Model>(of type: M.Type, from decoder: any Decoder) throws -> AnyModelProvider<M>?
}

extension JSONDecoder {
    /// Makes the values of the decoder have an origin.
    package func setOrigin(_ origin: some RecordOrigin) {
        if let key = CodingUserInfoKey.recordOrigin { userInfo[key] = origin }
    }
}

extension Decoder {
    /// The origin of the values.
    var recordOrigin: (any RecordOrigin)? {
        CodingUserInfoKey.recordOrigin.flatMap { userInfo[$0] } as? any RecordOrigin
    }
}

extension CodingUserInfoKey {
    fileprivate static let recordOrigin = CodingUserInfoKey(rawValue: "Amplify.RecordOrigin")
}
