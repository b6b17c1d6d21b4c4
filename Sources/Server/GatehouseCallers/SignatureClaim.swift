// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto
package import GatehouseSites

/// The signature that a request contains, parsed once and not verified.
package struct SignatureClaim: Sendable {
    /// The request in the form that signatures cover.
    package let request: SignableRequest
    private let parsed: Result<SigV4Authorization?, SigV4Error>

    /// Parses the signature of a request; the body is copied only if the request can have one, otherwise `nil`.
    package init?(of request: GatewayRequest) {
        guard request.maySign else { return nil }
        self.request = request.signable
        let signable = self.request
        parsed = Result { () throws(SigV4Error) in try SigV4Authorization.parse(signable) }
    }

    /// The region of the scope; `nil` without a readable signature, and for a text that cannot be a region.
    package var region: String? {
        guard let region = readable?.region, Self.isRegion(region) else { return nil }
        return region
    }

    /// The service of the scope; `nil` without a readable signature, because operations without signatures ignore one.
    package var service: String? { readable?.service }

    /// The signature; `nil` for a request without one.
    /// - Throws: the flaw of a signature that cannot be read.
    package func authorization() throws(SigV4Error) -> SigV4Authorization? { try parsed.get() }

    private var readable: SigV4Authorization? {
        switch parsed {
        case .success(let authorization): authorization
        case .failure: nil
        }
    }

    /// Whether a text has the form of a region; the region becomes a part of identifiers.
    private static func isRegion(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}
