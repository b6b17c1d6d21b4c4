# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
#
# The opinion of ruby-saml about SAML responses. Reads JSON with settings and responses in Base64; writes a list with the
# NameID of each one that is valid, else null.
require "json"
require "onelogin/ruby-saml"

OneLogin::RubySaml::Logging.logger = Logger.new(IO::NULL)
asked = JSON.parse($stdin.read)
settings = OneLogin::RubySaml::Settings.new
settings.sp_entity_id = asked["audience"]
settings.assertion_consumer_service_url = asked["recipient"]
settings.idp_entity_id = asked["entity"]
settings.idp_cert = asked["certificate"]

names = asked["responses"].map do |text|
  response = OneLogin::RubySaml::Response.new(text, settings: settings)
  response.is_valid? ? response.nameid : nil
rescue StandardError
  nil
end
puts JSON.generate(names)
