// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The destination of a request, determined by its method and path.
enum Destination: Equatable {
    case preflight
    case services
    case keys(poolID: String)
    case discovery(poolID: String)
    case health
    case metrics
    case outbox
    case passkeys
    case reset
    case importUpload(poolID: String, jobID: String)
    /// The path exists, but not for this method.
    case wrongMethod(allowed: String)
    case nowhere

    /// Determines the destination by method and path; the path is relative to the base URL's path.
    init(method: String, path: String) {
        if method == "OPTIONS" {
            self = .preflight
            return
        }
        let place = Self.place(path)
        switch (place, method) {
        case (.nowhere, _), (.services, "POST"), (.services, "GET"), (.services, "HEAD"): self = place
        case (.reset, "POST"): self = place
        case (.reset, _): self = .wrongMethod(allowed: "POST, OPTIONS")
        case (.importUpload, "PUT"): self = place
        case (.importUpload, _): self = .wrongMethod(allowed: "PUT, OPTIONS")
        case (.services, _): self = .wrongMethod(allowed: "GET, HEAD, POST, OPTIONS")
        case (_, "GET"), (_, "HEAD"): self = place
        default: self = .wrongMethod(allowed: "GET, HEAD, OPTIONS")
        }
    }

    /// Whether a request's body is a file.
    var takesFile: Bool {
        switch self {
        case .importUpload: true
        default: false
        }
    }

    private static func place(_ path: String) -> Destination {
        // All paths are ASCII, and comparing other text may be expensive.
        guard path.utf8.allSatisfy({ $0 < 0x80 }) else { return .nowhere }
        switch path {
        case "", "/": return .services
        case "/health": return .health
        case "/metrics": return .metrics
        case "/dev/outbox": return .outbox
        case "/dev/passkeys": return .passkeys
        case "/dev/reset": return .reset
        default: break
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].isEmpty, !parts[1].isEmpty else { return .nowhere }
        if parts[1] == "imports" { return .importUpload(poolID: String(parts[2]), jobID: String(parts[3])) }
        guard parts[2] == ".well-known" else { return .nowhere }
        return switch parts[3] {
        case "jwks.json": .keys(poolID: String(parts[1]))
        case "openid-configuration": .discovery(poolID: String(parts[1]))
        default: .nowhere
        }
    }
}
