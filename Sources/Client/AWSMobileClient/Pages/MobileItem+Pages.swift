// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession

extension MobileItemStorage {
    /// Keeps what an app says about hosted pages for later calls and for the next start.
    ///
    /// The query parameters that the options have are stored, the others stay as they are. The scopes of the options are
    /// stored, or those of the configuration in their place. A failure of the store is logged.
    func rememberPages(_ options: HostedUIOptions, configuredScopes: [String]) {
        update { $0.rememberPages(options, configuredScopes: configuredScopes) }
    }
}

extension MobileItem {
    /// Takes over what the options have.
    mutating func rememberPages(_ options: HostedUIOptions, configuredScopes: [String]) {
        if let parameters = options.signInURIQueryParameters { signInURIQueryParameters = parameters }
        if let parameters = options.tokenURIQueryParameters { tokenURIQueryParameters = parameters }
        if let parameters = options.signOutURIQueryParameters { signOutURIQueryParameters = parameters }
        scopes = options.scopes
        self.configuredScopes = options.scopes == nil ? configuredScopes : nil
    }

    /// The parameters in use: those that the app gave last, else those of the configuration.
    func pageParameters(over configured: PageParameters) -> PageParameters {
        PageParameters(
            signIn: signInURIQueryParameters ?? configured.signIn,
            token: tokenURIQueryParameters ?? configured.token,
            signOut: signOutURIQueryParameters ?? configured.signOut
        )
    }
}
