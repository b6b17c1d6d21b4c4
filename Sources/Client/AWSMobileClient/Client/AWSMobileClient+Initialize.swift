// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension AWSMobileClient {
    /// Reads the configuration and the stored session, without a request and without a call of a listener.
    ///
    /// - Parameter completionHandler: receives the state, or the reason why a stored session cannot be used; it is called
    ///   before this call returns.
    public func initialize(_ completionHandler: @escaping (UserState?, (any Error)?) -> Void) {
        switch session.initialize() {
        case .success(let state):
            setUpServices()
            completionHandler(state, nil)
        case .failure(let error): completionHandler(nil, error)
        }
    }

    /// Lets other services of AWS use this client's credentials, unless the app has decided otherwise.
    private func setUpServices() {
        let values = session.loaded.configuration.values
        guard let region = values.identityPool?.region ?? values.defaultRegion else { return }
        AWSServiceManager.default().setUp(
            AWSServiceConfiguration(region: AWSRegionType(named: region), credentialsProvider: self))
    }
}
