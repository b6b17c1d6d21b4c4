// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension AWSDataStorePlugin {
    /// Ends the plugin as the death of its process does, for tests of crashes.
    ///
    /// When it returns, nothing of the plugin runs, another process can open the store, and calls throw. The exchange does
    /// not tidy up the outbox: the store is closed first, so that nothing is written after the beginning of this call.
    package func abandon() async {
        // What fails from here on has failed with the process.
        if let open = try? await opened() { try? open.store.close() }
        await reset()
        // A call that had begun before may have opened the store again.
        await reset()
    }
}
