// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSession

/// An app's authenticator as the engine sees it.
struct AppAuthenticator: PasskeyAuthenticator {
    let authenticator: any WebAuthnAuthenticator

    func register(_ options: Data, names: [String]) async throws(PasskeyError) -> Data {
        do {
            return try await authenticator.makeCredential(creationOptions: options)
        } catch {
            throw PasskeyError(error)
        }
    }

    func assert(_ options: Data) async throws(PasskeyError) -> Data {
        do {
            return try await authenticator.assertCredential(requestOptions: options)
        } catch {
            throw PasskeyError(error)
        }
    }
}

extension PasskeyError {
    /// Wraps an error of the app's authenticator; it stays available as the cause of the error that the app receives.
    fileprivate init(_ error: any Error) {
        self = error is CancellationError ? .cancelled : .thrown(AuthenticatorFailure(error))
    }
}

extension AWSCognitoPasskeys {
    /// The authenticator of an engine on that store.
    func authenticator(
        _ store: any CredentialStore,
        _ keys: StoreKeys,
        _ entropy: Entropy
    ) -> (any PasskeyAuthenticator)? {
        switch self {
        case .none: return nil
        case .software: return SoftwareAuthenticator(store: store, keys: keys, entropy: entropy)
        case .authenticator(let authenticator): return AppAuthenticator(authenticator: authenticator)
        case .platform:
            #if canImport(AuthenticationServices) && !os(watchOS) && !os(tvOS)
            return AppAuthenticator(authenticator: PlatformAuthenticator())
            #elseif canImport(Security)
            return nil
            #else
            return SoftwareAuthenticator(store: store, keys: keys, entropy: entropy)
            #endif
        }
    }
}
