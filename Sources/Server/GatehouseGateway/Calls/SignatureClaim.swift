// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The region and service in a signature's scope, without verification.
struct SignatureClaim: Equatable {
    /// The region of the scope; `nil` if it cannot be a region.
    let region: String?
    let service: String

    /// Reads the scope of a request's signature; `nil` without a readable signature, because operations without
    /// signatures ignore one.
    init?(_ request: SignableRequest) {
        guard let authorization = try? SigV4Authorization.parse(request) else { return nil }
        region = Self.isRegion(authorization.region) ? authorization.region : nil
        service = authorization.service
    }

    /// Reads the scope of a request's signature; the body is copied only if the request can have a signature.
    init?(of request: GatewayRequest) {
        guard request.maySign else { return nil }
        self.init(request.signable)
    }

    /// Whether a text has the form of a region; the region becomes a part of identifiers.
    private static func isRegion(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}
