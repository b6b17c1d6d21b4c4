// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

/// What is to change about the key of an API.
///
/// A key that apps have stays the same as long as it can: it is renewed after its end, or when the project sets other
/// days.
enum APIKeyChange: Sendable, Equatable {
    /// There is no key.
    case creation
    /// The key gets a new end.
    case renewal(of: String)
    /// The key gets another text, and keeps its end.
    case text(of: String, expires: Date)
    /// The key stays as it is.
    case unchanged(key: String, expires: Date)

    /// Decides what is to change.
    ///
    /// - Parameters:
    ///   - wanted: the description and the days until a key expires.
    ///   - known: the key that the project knows; `nil` if none is known, or its answer was lost.
    ///   - keys: the keys of the API, the oldest first.
    ///   - tags: the tags of the API.
    ///   - now: the present date.
    init(
        to wanted: (description: String, days: Int), known: String?, keys: [DataAPIKey], tags: [String: String],
        at now: Date
    ) {
        let isOwn = { (key: DataAPIKey) in key.text == wanted.description && key.expires > now }
        guard let key = keys.first(where: { $0.key == known }) ?? keys.last(where: isOwn) else {
            self = .creation
            return
        }
        if key.expires <= now || tags[WantedAPI.daysTag] != String(wanted.days) {
            self = .renewal(of: key.key)
        } else if key.text != wanted.description {
            // The server accepts no end that is less than a day away.
            let isLate = key.expires < now.addingTimeInterval(2 * 86_400)
            self = isLate ? .renewal(of: key.key) : .text(of: key.key, expires: key.expires)
        } else {
            self = .unchanged(key: key.key, expires: key.expires)
        }
    }

    /// The difference for people, which does not show the key; `nil` if nothing changes.
    func difference(to wanted: (description: String, days: Int)) -> Difference? {
        switch self {
        case .creation: Difference(member: "API.Key", old: nil, new: "a key for \(wanted.days) days")
        case .renewal: Difference(member: "API.Key.Expires", old: nil, new: "in \(wanted.days) days")
        case .text: Difference(member: "API.Key.Description", old: nil, new: wanted.description)
        case .unchanged: nil
        }
    }
}

/// Creates or renews the key of an API.
struct APIKeyStep: DeploymentStep {
    let api: WantedAPI
    let title: String

    var resource: ResourceName { api.resource }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        guard let wanted = api.key else { return }
        guard let id = ids[resource, OutputName.apiID], let record = try await backend.apis.api(id) else {
            throw ServiceFault(.notFoundAtControl, "The API \(api.name) does not exist.")
        }
        let now = backend.apis.now
        let expires = now.addingTimeInterval(Double(wanted.days) * 86_400)
        let keys = try await backend.apis.keys(of: id)
        let change = APIKeyChange(
            to: wanted, known: ids[resource, OutputName.apiKey], keys: keys, tags: record.tags, at: now)
        switch change {
        case .creation:
            let key = try await backend.apis.createKey(of: id, description: wanted.description, expires: expires)
            ids.note(key: key.key, expires: key.expires, of: resource)
        case .renewal(let former):
            let key = try await backend.apis.updateKey(
                former, of: id, description: wanted.description, expires: expires)
            ids.note(key: key.key, expires: key.expires, of: resource)
        case .text(let former, let end):
            let key = try await backend.apis.updateKey(former, of: id, description: wanted.description, expires: end)
            ids.note(key: key.key, expires: key.expires, of: resource)
        case .unchanged(let key, let end): ids.note(key: key, expires: end, of: resource)
        }
        // After the key, so that a key that was not renewed is renewed by the next push.
        if record.tags[WantedAPI.daysTag] != String(wanted.days) {
            try await backend.apis.tag(record.arn, [WantedAPI.daysTag: String(wanted.days)])
        }
    }
}

/// Deletes the key of an API whose requests no key authorizes any more.
struct APIKeyRemovalStep: DeploymentStep {
    let resource: ResourceName
    let name: String

    var title: String { "Delete the key of the API \(name)" }

    func run(on backend: Backend, _ ids: inout KnownIDs) async throws(ServiceFault) {
        if let id = ids[resource, OutputName.apiID], let key = ids[resource, OutputName.apiKey] {
            try await backend.apis.deleteKey(key, of: id)
        }
        ids[resource, OutputName.apiKey] = nil
        ids[resource, OutputName.apiKeyExpires] = nil
    }
}

extension KnownIDs {
    /// Writes down a key and its end.
    mutating func note(key: String, expires: Date, of resource: ResourceName) {
        self[resource, OutputName.apiKey] = key
        self[resource, OutputName.apiKeyExpires] = expires.formatted(.iso8601)
    }
}
