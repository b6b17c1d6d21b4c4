// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension AuthFlowType: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, preferredFirstFactor
    }

    private enum Name: String, Codable {
        case userSRP, custom, customWithSRP, customWithoutSRP, userPassword, userAuth
    }

    /// Reads the flow's name, and the preferred factor by its name on the wire.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Name.self, forKey: .type) {
        case .userSRP: self = .userSRP
        case .custom, .customWithSRP: self = .customWithSRP
        case .customWithoutSRP: self = .customWithoutSRP
        case .userPassword: self = .userPassword
        case .userAuth:
            let factor = try container.decodeIfPresent(String.self, forKey: .preferredFirstFactor)
            self = .userAuth(preferredFirstFactor: factor.flatMap(AuthFactorType.init(challengeResponse:)))
        }
    }

    /// Writes the flow's name, and the preferred factor by its name on the wire.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .type)
        if case .userAuth(let factor?) = self {
            try container.encode(factor.challengeResponse, forKey: .preferredFirstFactor)
        }
    }

    private var name: Name {
        switch self {
        case .userSRP: .userSRP
        case .customWithSRP: .customWithSRP
        case .customWithoutSRP: .customWithoutSRP
        case .userPassword: .userPassword
        case .userAuth(preferredFirstFactor: _): .userAuth
        // Not named, because it is deprecated: `.custom`.
        default: .custom
        }
    }
}
