// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// What a signature says it was made for; nobody has verified it.
struct SignatureClaim: Equatable {
    /// The region of the scope, if it could be one.
    let region: String?
    let service: String

    /// Nothing when nothing readable is signed: on operations that need no signature, one is ignored.
    init?(_ request: SignableRequest) {
        guard let authorization = try? SigV4Authorization.parse(request) else { return nil }
        region = Self.isRegion(authorization.region) ? authorization.region : nil
        service = authorization.service
    }

    /// The claim of a request, whose body is copied only if it could carry a signature.
    init?(of request: GatewayRequest) {
        guard request.maySign else { return nil }
        self.init(request.signable)
    }

    /// The region becomes a part of identifiers, so it must look like one.
    private static func isRegion(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}
