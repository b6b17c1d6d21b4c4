// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The development server's outbox: where a person would look into the mailbox.
struct Outbox {
    private struct Message: Decodable {
        let to: String
        let code: String
    }

    let url: URL

    /// The code in the latest message to an address.
    func latestCode(to address: String) async throws -> String {
        let query = [URLQueryItem(name: "format", value: "json"), URLQueryItem(name: "to", value: address)]
        let (data, _) = try await URLSession.shared.data(from: url.appending(queryItems: query))
        let messages = try JSONDecoder().decode([Message].self, from: data)
        guard let message = messages.first(where: { $0.to == address }) else {
            throw Unexpected("the outbox holds no message to \(address)")
        }
        return message.code
    }
}
