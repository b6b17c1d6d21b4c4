// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The commands before the sign-in.
enum EntranceMenu: String, CaseIterable {
    case signIn, web, webPublisher, signUp, confirm, forgot, leave

    /// The title that people read.
    var title: String {
        switch self {
        case .signIn: "sign in"
        case .web: "sign in on web pages, in the browser"
        case .webPublisher: "the same, with a Combine publisher"
        case .signUp: "create an account"
        case .confirm: "confirm an account"
        case .forgot: "choose a new password for one that was forgotten"
        case .leave: "leave this program"
        }
    }
}

/// The commands of a signed-in user.
enum AccountMenu: String, CaseIterable {
    case show, refresh, totp, factors, passkey, passkeys, remember, devices, attribute, password, events
    case signOut, signOutEverywhere, delete, leave

    /// The title that people read.
    var title: String {
        switch self {
        case .show: "show who is signed in"
        case .refresh: "renew the tokens"
        case .totp: "set up an authenticator app"
        case .factors: "say which second factors to use"
        case .passkey: "make a passkey on this machine"
        case .passkeys: "list passkeys, and delete one"
        case .remember: "remember this device"
        case .devices: "list devices, and forget one"
        case .attribute: "change an attribute"
        case .password: "change the password"
        case .events: "list the events of the Hub"
        case .signOut: "sign out"
        case .signOutEverywhere: "sign out on all devices"
        case .delete: "delete the account"
        case .leave: "leave this program, and stay signed in"
        }
    }
}
