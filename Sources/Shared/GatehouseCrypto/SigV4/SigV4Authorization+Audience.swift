// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

extension SigV4Authorization {
    /// Checks what a service of one's own demands beyond ``check(_:now:allowedSkew:region:service:)``: a signature for
    /// one of its hosts, over every header of AWS and the session token, with a path that means the same to signer and
    /// service.
    ///
    /// `hosts` are in lower case, with the port unless it is the scheme's own. A presigned address may be valid for
    /// `longestLifetime` seconds. Throws `host` or `malformed`.
    package func checkAudience(
        of request: SignableRequest, hosts: Set<String>, longestLifetime: TimeInterval
    ) throws(SigV4Error) {
        let named = request.values(of: "host")
        guard named.count == 1, let host = named.first, hosts.contains(host.lowercased()) else { throw .host }
        let signed = Set(signedHeaders)
        for header in request.headers {
            let name = header.name.lowercased()
            if name.hasPrefix("x-amz-"), !signed.contains(name) { throw .malformed(.headerNotSigned(name)) }
        }
        if let lifetime, lifetime > longestLifetime { throw .malformed(.expires) }
        guard service == "s3" || CanonicalRequest.isResolved(request.path) else { throw .malformed(.ambiguousPath) }
    }
}
