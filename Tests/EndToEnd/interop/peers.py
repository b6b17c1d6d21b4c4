# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""What the tests with providers of others share: the forms of their pages, and a client of a SAML provider."""
import urllib.parse

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT

from federated_pool import FederatedPool
from web_forms import CALLBACK, Form, follow

SIGNED_OUT = "https://app.example/bye"


def submit(browser, page, address, **fields):
    """Submits the first form of a page with its fields and others; returns the page that follows, and its address."""
    form = Form(page.text)
    address = urllib.parse.urljoin(address, form.action)
    answer = browser.post(address, data={**form.fields, **fields}, allow_redirects=False, timeout=30)
    if answer.status_code not in (302, 303):
        return answer, address
    return follow(browser, urllib.parse.urljoin(address, answer.headers["Location"]))


class SAMLClient:
    """A pool, and a client of it whose users come from one SAML provider."""

    def __init__(self, server, domain, mapping, metadata, **details):
        self.pool, self.name = FederatedPool(server, domain), "corp"
        admin, pool_id = self.pool.admin, self.pool.id
        self.audience, self.recipient = f"urn:amazon:cognito:sp:{pool_id}", f"{self.pool.base}/saml2/idpresponse"
        self.signed_out = f"{self.pool.base}/saml2/logout"
        self.signing = admin.get_signing_certificate(UserPoolId=pool_id)["Certificate"]
        created = admin.create_identity_provider(
            UserPoolId=pool_id, ProviderName=self.name, ProviderType="SAML", AttributeMapping=mapping,
            ProviderDetails={"MetadataURL": metadata, **details})
        self.encryption = created["IdentityProvider"]["ProviderDetails"].get("ActiveEncryptionCertificate")
        self.client = self.pool.client(providers=[self.name], LogoutURLs=[SIGNED_OUT])

    def metadata(self):
        """The metadata of the pool as a service, for a provider that wants it as a document."""
        keys = "".join(
            f'<md:KeyDescriptor use="{use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>{certificate}'
            "</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"
            for use, certificate in [("signing", self.signing), ("encryption", self.encryption)])
        post, redirect = f'Binding="{BINDING_HTTP_POST}"', f'Binding="{BINDING_HTTP_REDIRECT}"'
        return f"""<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"
 xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="{self.audience}">
<md:SPSSODescriptor AuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">{keys}
<md:SingleLogoutService {redirect} Location="{self.signed_out}"/>
<md:AssertionConsumerService {post} Location="{self.recipient}" index="0" isDefault="true"/>
</md:SPSSODescriptor></md:EntityDescriptor>"""

    def authorization(self, **parameters):
        return self.pool.authorization(self.client, identity_provider=self.name, **parameters)

    def relay_state(self):
        """The text with which a sign-in that begins at the provider names the app."""
        return urllib.parse.urlencode({
            "identity_provider": self.name, "client_id": self.client["ClientId"], "redirect_uri": CALLBACK,
            "response_type": "code", "scope": "openid email"})

    def sign_out(self, browser):
        """Signs out, also at the provider; returns the page and the address at which the browser arrives."""
        query = urllib.parse.urlencode({"client_id": self.client["ClientId"], "logout_uri": SIGNED_OUT})
        return follow(browser, f"{self.pool.base}/logout?{query}")

    def attributes(self, person):
        """The attributes of the user of a person of the provider."""
        user = self.pool.admin.admin_get_user(UserPoolId=self.pool.id, Username=f"{self.name}_{person}")
        assert user["UserStatus"] == "EXTERNAL_PROVIDER"
        return {one["Name"]: one["Value"] for one in user["UserAttributes"]}
