// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The query fields of a request that is signed in its address.
enum PresignedField: String {
    case algorithm = "X-Amz-Algorithm"
    case credential = "X-Amz-Credential"
    case date = "X-Amz-Date"
    case expires = "X-Amz-Expires"
    case signedHeaders = "X-Amz-SignedHeaders"
    case securityToken = "X-Amz-Security-Token"
    case signature = "X-Amz-Signature"
}
