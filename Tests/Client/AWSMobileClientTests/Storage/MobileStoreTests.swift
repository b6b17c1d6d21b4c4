// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSession
import Testing

@testable import AWSMobileClient

@Suite struct MobileStoreTests {
    @Test func `the default store is that of Amplify's Auth plugin without an access group`() {
        let keys = StoreKeys(userPoolID: "eu-west-1_A", identityPoolID: nil)
        let store = MobileStore.standard(keys)
        for sealing in [StandardStores.Sealing.always, .never] {
            #expect(StandardStores(sealing: sealing).open().name == store.name)
            #expect(StandardStores(sealing: sealing).open(group: "team").name != store.name)
        }
        #if !canImport(Security)
        #expect(FileCredentialStore(directory: FileCredentialStore.defaultDirectory()).name == store.name)
        #endif
    }
}
