// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

extension AuthUserAttributeKey: RawRepresentable {
    /// The name on the wire.
    public typealias RawValue = String

    /// The key with that name on the wire; a name that is not known becomes `.unknown`.
    public init(rawValue: String) {
        if let key = Self.standard[rawValue] {
            self = key
        } else if rawValue.hasPrefix(Self.customPrefix) {
            self = .custom(String(rawValue.dropFirst(Self.customPrefix.count)))
        } else {
            self = .unknown(rawValue)
        }
    }

    /// The name on the wire.
    public var rawValue: String {
        switch self {
        case .address: "address"
        case .birthDate: "birthdate"
        case .email: "email"
        case .emailVerified: "email_verified"
        case .familyName: "family_name"
        case .gender: "gender"
        case .givenName: "given_name"
        case .locale: "locale"
        case .middleName: "middle_name"
        case .name: "name"
        case .nickname: "nickname"
        case .phoneNumber: "phone_number"
        case .phoneNumberVerified: "phone_number_verified"
        case .picture: "picture"
        case .preferredUsername: "preferred_username"
        case .profile: "profile"
        case .sub: "sub"
        case .updatedAt: "updated_at"
        case .website: "website"
        case .zoneInfo: "zoneinfo"
        case .custom(let name): Self.customPrefix + name
        case .unknown(let name): name
        }
    }

    private static let customPrefix = "custom:"

    private static let standard: [String: AuthUserAttributeKey] = {
        let keys: [AuthUserAttributeKey] = [
            .address, .birthDate, .email, .emailVerified, .familyName, .gender, .givenName, .locale, .middleName, .name,
            .nickname, .phoneNumber, .phoneNumberVerified, .picture, .preferredUsername, .profile, .sub, .updatedAt,
            .website, .zoneInfo,
        ]
        return Dictionary(uniqueKeysWithValues: keys.map { ($0.rawValue, $0) })
    }()
}
