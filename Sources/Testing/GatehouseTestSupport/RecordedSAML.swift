// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseAccess
import GatehouseCrypto

/// A SAML provider whose responses pysaml2 and xmlsec1 signed, for a server with its default address.
///
/// Tests/Server/GatehouseFederationTests/SAML/Fixtures/make.py makes the files in Tests/Fixtures/SAML.
package enum RecordedSAML {
    /// The provider's ARN.
    package static let provider = "arn:aws:iam::123456789012:saml-provider/corp"
    /// The role that most of the assertions grant.
    package static let reader = "arn:aws:iam::123456789012:role/reader"
    /// The role that some of the assertions grant as well.
    package static let writer = "arn:aws:iam::123456789012:role/writer"
    /// A moment at which the responses are valid, 2026-01-01T12:01:00Z.
    package static let moment = Date(timeIntervalSince1970: 1_767_268_860)

    /// The provider as it is registered.
    /// - Throws: if the metadata cannot be read.
    package static func entry() throws -> SAMLProvider {
        try SAMLProvider(name: "corp", metadata: text("metadata"))
    }

    /// The text of a file by its name without the extension.
    /// - Throws: if the file cannot be read.
    package static func text(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Tests/Fixtures/SAML").standardizedFileURL
        return try String(contentsOf: folder.appending(path: "\(name).xml"), encoding: .utf8)
    }

    /// A response in Base64, which a test may change.
    /// - Throws: if the file cannot be read.
    package static func response(_ name: String, change: (String) -> String = { $0 }) throws -> String {
        Base64.encode(Array(change(try text(name)).utf8))
    }
}
