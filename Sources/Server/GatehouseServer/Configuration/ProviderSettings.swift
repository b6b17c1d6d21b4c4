// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Configuration
import GatehouseCore
import GatehouseFederation
import GatehouseOutbound

/// How the server asks identity providers about tokens.
struct ProviderSettings: Sendable, Equatable {
    /// The networks of providers that have no public address.
    var networks = NetworkList.none
    /// The certificate authorities to trust; `nil` for the system's authorities.
    var authoritiesFile: String?
    /// The addresses of social providers.
    var endpoints = SocialEndpoints()

    /// The addresses of this machine, where the providers of a developer are.
    private static let loopback = "127.0.0.0/8, ::1"

    /// The values of an installation that sets nothing.
    init() {}

    /// Reads the settings.
    ///
    /// | Key | Environment | Default |
    /// |---|---|---|
    /// | `providers.networks` | `GATEHOUSE_PROVIDERS_NETWORKS` | none; `dev` adds the addresses of this machine |
    /// | `providers.caFile` | `GATEHOUSE_PROVIDERS_CA_FILE` | the system's authorities |
    /// | `providers.facebookURL` | `GATEHOUSE_PROVIDERS_FACEBOOK_URL` | `https://graph.facebook.com` |
    /// | `providers.amazonURL` | `GATEHOUSE_PROVIDERS_AMAZON_URL` | `https://api.amazon.com` |
    /// | `providers.twitterURL` | `GATEHOUSE_PROVIDERS_TWITTER_URL` | `https://api.twitter.com` |
    /// - Throws: `StartupRefusal` for a value that is not valid.
    init(_ reader: ConfigReader, mode: RunMode) throws(StartupRefusal) {
        let usual = SocialEndpoints()
        endpoints = SocialEndpoints(
            facebook: try Self.url(reader, .providersFacebookURL) ?? usual.facebook,
            amazon: try Self.url(reader, .providersAmazonURL) ?? usual.amazon,
            twitter: try Self.url(reader, .providersTwitterURL) ?? usual.twitter)
        authoritiesFile = reader.text(.providersCAFile)
        guard let listed = NetworkList(reader.text(.providersNetworks) ?? ""),
            let added = NetworkList(mode == .dev ? Self.loopback : "")
        else {
            throw StartupRefusal(
                .configuration,
                "The networks of providers are addresses or networks like 10.0.0.0/8, separated by commas: change "
                    + "GATEHOUSE_PROVIDERS_NETWORKS.")
        }
        networks = listed.adding(added)
    }

    /// The fetch by these settings; it sends nothing yet.
    /// - Throws: `StartupRefusal` when the file of certificate authorities cannot be read.
    func fetch() throws(StartupRefusal) -> any OutboundFetch {
        if let authoritiesFile { _ = try SettingFile(authoritiesFile, .providersCAFile).contents() }
        do {
            return try PolicedFetch(policy: AddressPolicy(listed: networks), authoritiesFile: authoritiesFile)
        } catch {
            throw StartupRefusal(
                .configuration,
                "The authorities \(authoritiesFile ?? "of the system") cannot be read as PEM: "
                    + "set GATEHOUSE_PROVIDERS_CA_FILE to a file of certificates.")
        }
    }

    private static func url(_ reader: ConfigReader, _ setting: Setting) throws(StartupRefusal) -> String? {
        guard let text = reader.text(setting) else { return nil }
        guard text.hasPrefix("https://") || text.hasPrefix("http://"), !text.hasSuffix("/"), !text.contains("?") else {
            throw StartupRefusal(
                .configuration,
                "The setting \(setting) must be a URL like https://graph.example.org, without a slash at its end: "
                    + "change it.")
        }
        return text
    }
}
