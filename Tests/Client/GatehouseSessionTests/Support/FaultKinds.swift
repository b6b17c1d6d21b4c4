// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient

extension ScriptedService.Reply {
    /// The failures that do not concern the session.
    static let passing: [ScriptedService.Reply] =
        [
            .fault("TooManyRequestsException"), .fault("LimitExceededException"),
            .fault("InternalErrorException", status: 500), .fault("ResourceNotFoundException"),
            .fault("InvalidParameterException"), .fault("SomethingNew"), .fault("ForbiddenException"),
            .raw(429, "slow down"), .raw(500, "{}"), .raw(502, "<html>"), .raw(503, ""), .raw(200, ""),
            .raw(200, "{"), .raw(200, "{}"), .raw(200, "[]"), .raw(200, "<html>"), .raw(401, ""), .raw(403, "<html>"),
            .raw(404, #"{"message":"no"}"#), .raw(200, #"{"AuthenticationResult":{}}"#),
            .raw(200, #"{"AuthenticationResult":{"AccessToken":"x"}}"#), .raw(200, #"{"AuthenticationResult":7}"#),
        ] + TransportError.Kind.allCases.map { .trouble($0) }
}
