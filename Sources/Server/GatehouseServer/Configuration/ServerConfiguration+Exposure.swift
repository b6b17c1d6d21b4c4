// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension ServerConfiguration {
    /// The names of this machine to itself.
    static let loopback: Set<String> = ["127.0.0.1", "localhost", "::1"]

    /// Refuses what would lie open: `dev` off the loopback, `serve` without a strong key.
    func checkExposure() throws(StartupRefusal) {
        switch mode {
        case .maintenance: break
        case .dev:
            guard Self.loopback.contains(host) else {
                throw StartupRefusal(
                    .usage, "gatehouse dev listens on this machine only: leave out the host, or use gatehouse serve."
                )
            }
        case .serve:
            guard let administrationKey else {
                throw StartupRefusal(
                    .configuration,
                    "gatehouse serve needs an admin key: set GATEHOUSE_ADMIN_ACCESS_KEY_ID and "
                        + "GATEHOUSE_ADMIN_SECRET_ACCESS_KEY (for the secret: openssl rand -base64 30)."
                )
            }
            guard !administrationKey.isWeak else {
                throw StartupRefusal(
                    .configuration,
                    "The admin secret is too weak: set GATEHOUSE_ADMIN_SECRET_ACCESS_KEY to at least "
                        + "\(AdministrationKey.minimumSecretLength) random characters (openssl rand -base64 30)."
                )
            }
            guard !keepsMessages || Self.loopback.contains(host) else {
                throw StartupRefusal(
                    .configuration,
                    "The outbox would show every code to the network: set GATEHOUSE_OUTBOX to false, or leave out the "
                        + "host so that gatehouse serve listens on this machine only."
                )
            }
        }
    }
}
