# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""Triggers that are written for Node.js run through `node`, as projects of AWS's tool have them."""
import shutil

import pytest

from amplify_project import App, server  # noqa: F401 (server is a fixture)
from gatehouse import PASSWORD

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="This machine has no Node.js.")

# The forms of a handler: a promise, a callback, and a value.
HANDLERS = {
    "promise": "exports.handler = async (event) => { BODY return event; };",
    "callback": "exports.handler = (event, context, callback) => { try { BODY callback(null, event); } "
                "catch (error) { callback(error); } };",
}
BODY = """
    if (event.userName === "eve") { throw new Error("Eve may not sign up: ü"); }
    event.response.autoConfirmUser = true;
"""
# As AWS's tool writes it: the modules, each with a handler, have their names in a variable.
OF_MODULES = """
const modules = process.env.MODULES.split(",").map((name) => require(`./${name}`));
exports.handler = async (event, context) => {
  for (const each of modules) { await each.handler(event, context); }
  return event;
};
"""


@pytest.fixture
def app(server, tmp_path):
    """A project with a trigger before sign-up, whose program is taken out."""
    app = App(tmp_path / "Shop").init(server.url)
    app.add_auth(useDefault="manual", hostedUI=False, thirdPartyAuth=False, userPoolGroups=False, adminQueries=False,
                 triggerFunctions=["PreSignup"], **{"triggers.PreSignup": ["custom"]})
    (source(app) / "trigger.py").unlink()
    return app


def source(app):
    return app.folder / f"amplify/backend/function/{app.resource}PreSignup/src"


def signs_up(server, app, name):
    return server.client("cognito-idp", signed=False).sign_up(
        ClientId=app.ids["AppClientID"], Username=name, Password=PASSWORD,
        UserAttributes=[{"Name": "email", "Value": f"{name}@example.com"}])


def serves_the_trigger(server, app):
    app.push()
    assert signs_up(server, app, "ada")["UserConfirmed"] is True
    users = server.client("cognito-idp", signed=False)
    with pytest.raises(users.exceptions.UserLambdaValidationException) as caught:
        signs_up(server, app, "eve")
    assert "Eve may not sign up: ü" in caught.value.response["Error"]["Message"]


@pytest.mark.parametrize("form", HANDLERS)
def test_a_function_of_one_file_runs_through_node(server, app, form):
    (source(app) / "index.js").write_text(HANDLERS[form].replace("BODY", BODY))
    serves_the_trigger(server, app)


def test_the_modules_that_aws_s_tool_wrote_run_in_their_order(server, app):
    (source(app) / "index.js").write_text(OF_MODULES)
    (source(app) / "custom.js").write_text(HANDLERS["promise"].replace("BODY", BODY))
    serves_the_trigger(server, app)


def test_the_parameters_of_a_function_are_its_variables(server, app):
    (source(app).parent / "parameters.json").write_text(
        '{"modules": "first,second", "DOMAIN": "example.com", "resourceName": "function", "trigger": true}')
    (source(app) / "index.js").write_text(OF_MODULES)
    (source(app) / "first.js").write_text(
        'exports.handler = async (event) => { if (process.env.resourceName || process.env.REGION !== "us-east-1" '
        '|| process.env.ENV !== "dev") { throw new Error("other variables"); } };')
    (source(app) / "second.js").write_text(
        'exports.handler = async (event) => { if (!event.request.userAttributes.email.endsWith(process.env.DOMAIN)) '
        '{ throw new Error("another domain"); } ' + BODY + "};")
    serves_the_trigger(server, app)
