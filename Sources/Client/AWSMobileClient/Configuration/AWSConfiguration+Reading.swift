// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession
import GatehouseWire

extension AWSConfiguration {
    /// Reads the object of a configuration; unknown keys are ignored, and only environments called `Default` are read.
    init(_ root: WireValue) {
        defaultRegion = ConfigurationSection(root, "Default").text("Region").map(Self.region)
        let auth = ConfigurationSection(root, "Auth", "Default")
        isCustom = auth.text("authenticationFlowType") == "CUSTOM_AUTH"
        endpoint = auth.text("Endpoint")
        allowsInsecureEndpoint = auth.flag("allowsInsecureEndpoint")
        userPool = UserPool(ConfigurationSection(root, "CognitoUserPool", "Default"), defaultRegion)
        identityPool = IdentityPool(ConfigurationSection(root, "CredentialsProvider", "CognitoIdentity", "Default"))
        pages = Pages(ConfigurationSection(root, "Auth", "Default", "OAuth"))
        socialProviders = SocialProviders(root)
    }

    /// A region in the form of hosts, also from the spelling of old property lists: `eu-west-1` from `EUWest1` and
    /// `AWSRegionEUWest1`.
    static func region(_ text: String) -> String {
        let old = Array(text.utf8.dropFirst(text.hasPrefix("AWSRegion") ? 9 : 0))
        let isUppercase = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard (5...32).contains(old.count), isUppercase(old[0]), isUppercase(old[1]), isUppercase(old[2]),
            let last = old.last, isDigit(last), !old.contains(UInt8(ascii: "-"))
        else { return text }
        var name: [UInt8] = []
        for (index, byte) in old.enumerated() {
            if index > 1, isUppercase(byte) || isDigit(byte) { name.append(UInt8(ascii: "-")) }
            name.append(isUppercase(byte) ? byte | 0x20 : byte)
        }
        return String(decoding: name, as: UTF8.self)
    }
}

extension AWSConfiguration.UserPool {
    fileprivate init?(_ section: ConfigurationSection, _ defaultRegion: String?) {
        guard section.isPresent else { return nil }
        poolID = section.text("PoolId", "CognitoUserPoolId")
        clientID = section.text("AppClientId", "CognitoUserPoolAppClientId")
        clientSecret = section.text("AppClientSecret", "CognitoUserPoolAppClientSecret").map { ClientSecret($0) }
        region =
            section.text("Region").map(AWSConfiguration.region) ?? defaultRegion ?? poolID.flatMap(Self.region(ofPool:))
        endpoint = section.text("Endpoint")
        pinpointAppID = section.text("PinpointAppId")
        migratesUsers = section.flag("MigrationEnabled")
    }

    /// The part of a pool id before its first underscore.
    private static func region(ofPool id: String) -> String? {
        let region = id.utf8.prefix { $0 != UInt8(ascii: "_") }
        return region.isEmpty || region.endIndex == id.utf8.endIndex ? nil : String(decoding: region, as: UTF8.self)
    }
}

extension AWSConfiguration.IdentityPool {
    fileprivate init?(_ section: ConfigurationSection) {
        guard section.isPresent else { return nil }
        poolID = section.text("PoolId")
        region = section.text("Region").map(AWSConfiguration.region)
        endpoint = section.text("Endpoint")
    }
}

extension AWSConfiguration.Pages {
    fileprivate init?(_ section: ConfigurationSection) {
        guard section.isPresent else { return nil }
        webDomain = section.text("WebDomain")
        clientID = section.text("AppClientId")
        clientSecret = section.text("AppClientSecret").map { ClientSecret($0) }
        signInRedirect = section.text("SignInRedirectURI")
        signOutRedirect = section.text("SignOutRedirectURI")
        scopes = section.texts("Scopes")
        signInURI = section.text("SignInURI")
        tokenURI = section.text("TokenURI")
        signOutURI = section.text("SignOutURI")
        signInParameters = section.map("SignInURIQueryParameters")
        tokenParameters = section.map("TokenURIQueryParameters")
        signOutParameters = section.map("SignOutURIQueryParameters")
    }
}

extension AWSConfiguration.SocialProviders {
    fileprivate init(_ root: WireValue) {
        let facebook = ConfigurationSection(root, "FacebookSignIn")
        let google = ConfigurationSection(root, "GoogleSignIn")
        self.facebook = facebook.isPresent ? facebook.words("Permissions") : nil
        googleClientID = google.text("ClientId-iOS")
        googlePermissions = google.words("Permissions")
        hasApple = ConfigurationSection(root, "AppleSignIn").isPresent
    }
}
