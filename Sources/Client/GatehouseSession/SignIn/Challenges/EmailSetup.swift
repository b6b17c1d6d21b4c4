// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes

/// `MFA_SETUP` with e-mail: the user names an address, to which a code goes.
struct EmailSetupChallenge: PersonalChallenge {
    let session: String?

    var step: SignInStep { .continueSignInWithEmailMFASetup }

    func reaction(to answer: PersonalAnswer) -> Reaction {
        .respond(answer.response(to: .mfaSetup, session, ["EMAIL": answer.text]))
    }
}
