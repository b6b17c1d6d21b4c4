# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# A relying party by ruby-openid-connect. Reads JSON with a step, the client and the values that an app keeps in its
# session; writes JSON with the result of the step, or with the class of the error.
require "json"
require "openid_connect"

asked = JSON.parse($stdin.read, symbolize_names: true)
# The library builds the address of the discovery document with https, unless it has another class of addresses.
SWD.url_builder = URI::HTTP
provider = OpenIDConnect::Discovery::Provider::Config.discover! asked[:issuer]
client = OpenIDConnect::Client.new(
  identifier: asked[:id], secret: asked[:secret], redirect_uri: asked[:redirect],
  authorization_endpoint: provider.authorization_endpoint, token_endpoint: provider.token_endpoint,
  userinfo_endpoint: provider.userinfo_endpoint, revocation_endpoint: provider.raw[:revocation_endpoint]
)

verified = lambda do |text, nonce: asked[:nonce]|
  token = OpenIDConnect::ResponseObject::IdToken.decode text, provider.jwks
  token.verify! issuer: asked[:issuer], client_id: asked[:id], nonce: nonce
  token.raw_attributes
end

result =
  begin
    case asked[:step]
    when "address"
      { address: client.authorization_uri(
        scope: asked[:scope], state: asked[:state], nonce: asked[:nonce], code_challenge: asked[:challenge],
        code_challenge_method: "S256"
      ) }
    when "code"
      client.authorization_code = asked[:code]
      tokens = client.access_token! asked[:method], code_verifier: asked[:verifier]
      about = tokens.userinfo!
      about.valid?
      { claims: verified.call(tokens.id_token), user: about.raw_attributes, invalid: about.errors.attribute_names,
        id_token: tokens.id_token, access_token: tokens.access_token, refresh_token: tokens.refresh_token }
    when "refresh"
      client.refresh_token = asked[:refresh_token]
      tokens = client.access_token! asked[:method]
      # A renewed ID token has no nonce.
      { claims: verified.call(tokens.id_token, nonce: nil), access_token: tokens.access_token }
    when "verify"
      { claims: verified.call(asked[:id_token]) }
    when "revoke"
      { revoked: client.revoke!(refresh_token: asked[:refresh_token]) }
    end
  rescue StandardError => error
    { error: error.class.name, message: error.message }
  end
puts JSON.generate(result)
