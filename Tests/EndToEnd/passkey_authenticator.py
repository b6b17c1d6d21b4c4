# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""An authenticator in software, made of the encoders of python-fido2."""
import json
import os

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import sha256
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorAssertionResponse,
    AuthenticatorAttestationResponse,
    AuthenticatorData,
    CollectedClientData,
    PublicKeyCredentialCreationOptions,
    PublicKeyCredentialRequestOptions,
    RegistrationResponse,
)

PRESENT = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV


class Authenticator:
    """Holds one passkey at a time."""

    def __init__(self, origin):
        self.origin = origin
        self.counter = 0

    def register(self, options):
        """Makes a passkey for options in JSON; returns the credential for CompleteWebAuthnRegistration."""
        wanted = PublicKeyCredentialCreationOptions.from_dict(options)
        assert ES256.ALGORITHM in [kind.alg for kind in wanted.pub_key_cred_params]
        self.id, self.key = os.urandom(32), ec.generate_private_key(ec.SECP256R1())
        self.rp_id, self.user_handle = wanted.rp.id, wanted.user.id
        public_key = ES256.from_cryptography_key(self.key.public_key())
        credential = AttestedCredentialData.create(bytes(16), self.id, public_key)
        data = AuthenticatorData.create(
            sha256(self.rp_id.encode()), PRESENT | AuthenticatorData.FLAG.AT, self.counter, credential
        )
        response = AuthenticatorAttestationResponse(
            client_data=self._client_data("webauthn.create", wanted),
            attestation_object=AttestationObject.create("none", data, {}),
        )
        return plain(RegistrationResponse(raw_id=self.id, response=response))

    def authenticate(self, options):
        """Proves the passkey for options in JSON; returns the credential for WEB_AUTHN."""
        wanted = PublicKeyCredentialRequestOptions.from_dict(options)
        assert wanted.rp_id == self.rp_id
        assert self.id in [credential.id for credential in wanted.allow_credentials]
        self.counter += 1
        client_data = self._client_data("webauthn.get", wanted)
        data = AuthenticatorData.create(sha256(self.rp_id.encode()), PRESENT, self.counter)
        response = AuthenticatorAssertionResponse(
            client_data=client_data,
            authenticator_data=data,
            signature=self.key.sign(data + client_data.hash, ec.ECDSA(hashes.SHA256())),
            user_handle=self.user_handle,
        )
        return plain(AuthenticationResponse(raw_id=self.id, response=response))

    def _client_data(self, ceremony, wanted):
        return CollectedClientData.create(ceremony, wanted.challenge, self.origin)


def plain(answer):
    """The answer as JSON has it."""
    return json.loads(json.dumps(dict(answer)))
