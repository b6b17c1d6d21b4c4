// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Synchronization

extension AWSMobileClient {
    /// Shows hosted pages; nil for the system's own way.
    public static var hostedUIPresenter: (any HostedUIPresenter)? {
        get { AppPages.presenter.withLock { $0 }?.value }
        set { AppPages.presenter.exchange(newValue.map(AppOwned.init)) }
    }

    /// Shows the drop-in UI; nil for the hosted pages of the user pool.
    ///
    /// With the module AWSAuthUI, a token that the app handed over to AWSFacebookSignIn or AWSGoogleSignIn comes before them.
    public static var dropInSignInProvider: (any DropInSignInProvider)? {
        get { AppPages.dropIn.withLock { $0 }?.value ?? LinkedModules.dropInUI }
        set { AppPages.dropIn.exchange(newValue.map(AppOwned.init)) }
    }
}

/// What shows pages, where the app has chosen it.
private enum AppPages {
    static let presenter = Mutex<AppOwned<any HostedUIPresenter>?>(nil)
    static let dropIn = Mutex<AppOwned<any DropInSignInProvider>?>(nil)
}
