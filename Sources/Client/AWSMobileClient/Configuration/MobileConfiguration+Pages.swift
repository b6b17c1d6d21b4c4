// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseSession

extension MobileConfiguration {
    /// The scopes of a sign-in on pages that names none.
    var scopesOfPages: [String] { values.pages?.scopes ?? [] }

    /// Checks that users can sign in on pages with the configured values.
    ///
    /// - Parameter scopes: the scopes that the app gave; nil for the configured ones.
    /// - Throws: `AWSMobileClientError.invalidConfiguration`, which names the missing key.
    func requirePages(scopes: [String]? = nil) throws(AWSMobileClientError) {
        let section = AWSConfiguration.Pages.section
        switch pages({ $0 }) {
        case nil: throw .invalidConfiguration(message: "\(section) is missing in awsconfiguration.json.")
        case .failure(let error): throw .invalidConfiguration(message: AWSMobileClientError(error).message)
        case .success:
            guard scopes != nil || values.pages?.scopes != nil else {
                throw .invalidConfiguration(message: Self.missing([("Scopes", nil)], in: section))
            }
        }
    }

    /// The hosted pages, or why they cannot be used; nil without the section.
    ///
    /// - Parameter parameters: makes the further parameters of requests from the configured ones.
    /// - Returns: the pages.
    func pages(
        _ parameters: @escaping @Sendable (PageParameters) -> PageParameters
    ) -> Result<HostedPages, SessionError>? {
        guard let pages = values.pages else { return nil }
        let configured = PageParameters(
            signIn: pages.signInParameters ?? [:],
            token: pages.tokenParameters ?? [:],
            signOut: pages.signOutParameters ?? [:]
        )
        let parameters: @Sendable () -> PageParameters = { parameters(configured) }
        do throws(SessionError) {
            return .success(try pages.isExternal ? external(pages, parameters) : ofUserPool(pages, parameters))
        } catch {
            return .failure(error)
        }
    }

    private func ofUserPool(
        _ pages: AWSConfiguration.Pages,
        _ parameters: @escaping @Sendable () -> PageParameters
    ) throws(SessionError) -> HostedPages {
        guard let domain = pages.webDomain, let clientID = pages.clientID, let signIn = pages.signInRedirect,
            let signOut = pages.signOutRedirect
        else {
            throw Self.incomplete([
                ("WebDomain", pages.webDomain), ("AppClientId", pages.clientID),
                ("SignInRedirectURI", pages.signInRedirect), ("SignOutRedirectURI", pages.signOutRedirect),
            ])
        }
        let userPool = try? userPool.get()
        return try HostedPages(
            domain: address(of: domain),
            clientID: clientID,
            clientSecret: pages.clientSecret ?? (clientID == userPool?.clientID ? userPool?.clientSecret : nil),
            signInRedirect: signIn,
            signOutRedirect: signOut,
            scopes: pages.scopes ?? [],
            parameters: parameters,
            retry: retry
        )
    }

    private func external(
        _ pages: AWSConfiguration.Pages,
        _ parameters: @escaping @Sendable () -> PageParameters
    ) throws(SessionError) -> HostedPages {
        guard let authorize = pages.signInURI, let token = pages.tokenURI, let clientID = pages.clientID,
            let signIn = pages.signInRedirect
        else {
            throw Self.incomplete([
                ("SignInURI", pages.signInURI), ("TokenURI", pages.tokenURI), ("AppClientId", pages.clientID),
                ("SignInRedirectURI", pages.signInRedirect),
            ])
        }
        return try HostedPages(
            .external(OAuthAddresses(authorize: authorize, token: token, signOut: pages.signOutURI)),
            clientID: clientID,
            clientSecret: pages.clientSecret,
            signInRedirect: signIn,
            signOutRedirect: pages.signOutRedirect,
            scopes: pages.scopes ?? [],
            parameters: parameters,
            retry: retry
        )
    }

    private static func incomplete(_ values: [(key: String, value: String?)]) -> SessionError {
        .configuration(
            missing(values, in: AWSConfiguration.Pages.section), cure: "Add what is missing.")
    }

    /// The address of a user pool's domain.
    ///
    /// A prefix domain is below the endpoint of a self-hosted server.
    private func address(of domain: String) throws(SessionError) -> Endpoint {
        do throws(EndpointError) {
            let own = try? userPool.get().endpoint
            let endpoint = try Self.endpointOfEverything(values) ?? own.flatMap { $0.isAmazons ? nil : $0 }
            return try PagesDomain.address(
                of: withoutScheme(domain),
                key: "\(AWSConfiguration.Pages.section).WebDomain",
                below: endpoint,
                allowsInsecure: values.allowsInsecureEndpoint,
                permission: Self.permission
            )
        } catch {
            throw .configuration(error.text, cure: error.cure)
        }
    }

    /// The domain without scheme and slashes at its end; a URL with a port or a path stays, and plain HTTP where it is
    /// allowed.
    private func withoutScheme(_ domain: String) -> String {
        let bytes = Array(domain.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
            return domain
        }
        var host = bytes[(colon + 3)...]
        while host.last == UInt8(ascii: "/") { host.removeLast() }
        guard !host.isEmpty, !host.contains(UInt8(ascii: "/")), !host.contains(UInt8(ascii: ":")) else { return domain }
        let name = String(decoding: host, as: UTF8.self)
        let isPlain = String(decoding: bytes[..<colon], as: UTF8.self).lowercased() == "http"
        let isAllowed = values.allowsInsecureEndpoint || name == "localhost" || name == "127.0.0.1"
        return isPlain && isAllowed ? domain : name
    }
}
