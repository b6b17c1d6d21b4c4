// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

/// The order of play of a sign-in.
public enum AuthFlowType: Equatable, Sendable {
    /// The password is proved over SRP and never sent.
    case userSRP

    /// The pool's own challenges, after the password was proved over SRP.
    @available(*, deprecated, message: "Use customWithSRP")
    case custom

    /// The pool's own challenges, after the password was proved over SRP.
    case customWithSRP

    /// The pool's own challenges alone.
    case customWithoutSRP

    /// The password is sent as it is.
    case userPassword

    /// The user chooses the first factor, or the app does.
    case userAuth(preferredFirstFactor: AuthFactorType?)

    /// The user chooses the first factor.
    public static var userAuth: AuthFlowType { .userAuth(preferredFirstFactor: nil) }
}

extension AuthFlowType {
    /// The engine's value for the flow.
    var engineFlow: SignInFlow {
        switch self {
        case .userSRP: .userSRP
        case .customWithoutSRP: .customWithoutSRP
        case .userPassword: .userPassword
        case .userAuth(preferredFirstFactor: let factor): .userAuth(preferred: factor?.engineFactor)
        // `.customWithSRP`, and `.custom`, which is not named because it is deprecated.
        default: .customWithSRP
        }
    }
}

extension AuthFlowType: Codable {
    private enum CodingKeys: String, CodingKey {
        case type, preferredFirstFactor
    }

    /// The names of flows in JSON.
    private enum Name: String, Codable {
        case userSRP = "USER_SRP_AUTH"
        case custom = "CUSTOM_AUTH"
        case customWithSRP = "CUSTOM_AUTH_WITH_SRP"
        case customWithoutSRP = "CUSTOM_AUTH_WITHOUT_SRP"
        case userPassword = "USER_PASSWORD_AUTH"
        case userAuth = "USER_AUTH"
    }

    /// The names of flows in JSON before there was `USER_AUTH`: a bare string each.
    private enum FormerName: String, Codable {
        case userSRP, custom, customWithSRP, customWithoutSRP, userPassword
    }

    /// Reads an object with the flow's name and the preferred factor, or a bare string as the original once wrote it.
    ///
    /// - Throws: `DecodingError` for an unknown flow or factor.
    public init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            self.init(try decoder.singleValueContainer().decode(FormerName.self))
            return
        }
        switch try container.decode(Name.self, forKey: .type) {
        case .userSRP: self = .userSRP
        case .custom, .customWithSRP: self = .customWithSRP
        case .customWithoutSRP: self = .customWithoutSRP
        case .userPassword: self = .userPassword
        case .userAuth: self = .userAuth(preferredFirstFactor: try Self.factor(in: container))
        }
    }

    private init(_ name: FormerName) {
        switch name {
        case .userSRP: self = .userSRP
        case .custom, .customWithSRP: self = .customWithSRP
        case .customWithoutSRP: self = .customWithoutSRP
        case .userPassword: self = .userPassword
        }
    }

    private static func factor(in container: KeyedDecodingContainer<CodingKeys>) throws -> AuthFactorType? {
        guard let name = try container.decodeIfPresent(String.self, forKey: .preferredFirstFactor) else { return nil }
        guard let factor = AuthFactorType(challengeResponse: name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .preferredFirstFactor, in: container, debugDescription: "No factor has the name \(name).")
        }
        return factor
    }

    /// Writes an object with the flow's name and, for `userAuth`, the preferred factor by its name on the wire, or null.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .type)
        if case .userAuth(let factor) = self {
            try container.encode(factor?.challengeResponse, forKey: .preferredFirstFactor)
        }
    }

    private var name: Name {
        switch self {
        case .userSRP: .userSRP
        case .customWithoutSRP: .customWithoutSRP
        case .userPassword: .userPassword
        case .userAuth(preferredFirstFactor: _): .userAuth
        // `.customWithSRP`, and `.custom`, which is not named because it is deprecated.
        default: .customWithSRP
        }
    }
}
