// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import HTTPTypes
package import Hummingbird

/// What Hummingbird hands over with a request: where it came from.
package struct SocketContext: Hummingbird.RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The client's address, without its port.
    let remoteAddress: String

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }
}
