// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Foundation
import GatehouseTesting

extension ServerBrowser: WebSignInPresenter {
    func present(_ page: WebSignInPage) async throws -> URL {
        try await visit(page.url, until: page.redirectURI.scheme ?? "")
    }
}
