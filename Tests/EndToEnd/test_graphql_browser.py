# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""The page for data APIs in a real browser."""
import pytest
import requests
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

import accessibility
from conftest import make_user
from data_api import push
from gatehouse import Gatehouse

SCHEMA = """
type Todo @model @auth(rules: [{ allow: owner }, { allow: groups, groups: ["Admins"], operations: [read] }]) {
  id: ID!
  title: String
  secret: String @auth(rules: [{ allow: owner }])
}
"""
EVIL = "</pre><script>document.title='evil'</script>"
DOUBTFUL = f"""
type Note @model @auth(rules: [{{ allow: groups, groupsField: "{EVIL}" }}]) {{ id: ID! }}
type Query {{ search: String }}
"""
CLEAN = "type Note @model @auth(rules: [{ allow: public }]) { id: ID! }"


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    schema = folder / "schema.graphql"
    schema.write_text(SCHEMA)
    with Gatehouse(folder, environment={"GATEHOUSE_SCHEMA": str(schema), "GATEHOUSE_LOG_LEVEL": "trace"}) as server:
        admin = server.client("cognito-idp")
        server.pool = admin.list_user_pools(MaxResults=1)["UserPools"][0]["Id"]
        for name in ("alice", "bob"):
            make_user(admin, server.pool, name, email=f"{name}@example.com", email_verified="true")
        admin.create_group(UserPoolId=server.pool, GroupName="Admins")
        yield server


@pytest.fixture
def page(api, browser):
    browser.get(f"{api.url}/dev/graphql")
    wait(browser, lambda _: browser.find_element(By.ID, "console").is_displayed())
    yield browser
    # Tests that used the browser before have left entries about other servers.
    log = [entry for entry in browser.get_log("browser") if entry["message"].startswith(api.url)]
    assert not [entry for entry in log if entry["level"] == "SEVERE"], log


def wait(browser, condition):
    return WebDriverWait(browser, 60).until(condition)


def text(browser, name):
    return browser.find_element(By.ID, name).text


def write(browser, request):
    field = browser.find_element(By.ID, "query")
    field.clear()
    field.send_keys(request)
    return field


def send(browser, request, caller):
    """Sends a request as a caller; returns the answer and the decisions."""
    Select(browser.find_element(By.ID, "caller")).select_by_visible_text(caller)
    write(browser, request)
    browser.execute_script("document.getElementById('answer').textContent = ''")
    browser.find_element(By.ID, "send").click()
    wait(browser, lambda _: text(browser, "answer"))
    return text(browser, "answer"), text(browser, "decisions")


def create(api, title):
    caller = {"kind": "user", "name": "alice", "pool": api.pool}
    query = "mutation ($title: String) { createTodo(input: {title: $title, secret: \"s\"}) { id title } }"
    answer = requests.post(
        f"{api.url}/dev/graphql/requests", json={"query": query, "variables": {"title": title}, "caller": caller})
    assert answer.json()["response"].get("errors") is None


def test_names_of_the_schema_are_completed(page):
    field = write(page, "mutation { createT")
    wait(page, lambda _: "createTodo" in text(page, "completions"))
    field.send_keys(Keys.TAB, "(input: {ti", Keys.TAB, ": \"x\"}) { ow", Keys.TAB, " } }")
    assert field.get_attribute("value") == 'mutation { createTodo(input: {title: "x"}) { owner } }'
    field = write(page, "query { listTodos { items { ")
    field.send_keys(Keys.CONTROL, " ")
    field.send_keys(Keys.NULL)
    wait(page, lambda _: {"id", "title", "secret", "owner"} <= set(text(page, "completions").split()))
    field.send_keys(Keys.ARROW_DOWN, Keys.TAB)
    assert field.get_attribute("value") == "query { listTodos { items { title"


def test_the_page_shows_who_reads_what_and_why(api, page):
    create(api, "Tea" + EVIL)
    query = "{ listTodos { items { title } } }"
    answer, decisions = send(page, query, "User alice")
    assert "Tea" + EVIL in answer and "userPools:owner:owner" in decisions and "owner = " in decisions
    answer, decisions = send(page, query, "User bob")
    assert '"items": []' in answer and "allowed" in decisions
    answer, decisions = send(page, query, "Member of the group Admins")
    assert "Tea" in answer and "staticGroup:Admins" in decisions and "without the fields secret" in decisions
    answer, decisions = send(page, query, "API key")
    assert "Not Authorized" in answer and "refused" in decisions and "not open to apiKey" in decisions
    answer, _ = send(page, query, "No credentials")
    assert "Missing authorization header" in answer and "status 401" in text(page, "facts")
    assert page.title != "evil"
    # The name of the product and hidden fields are lower than a button; the rest of the page has no flaw.
    assert [flaw for flaw in accessibility.flaws(page) if flaw[0] != "small"] == []


def test_a_problem_is_shown_without_the_answer_of_an_earlier_request(page):
    send(page, "{ listTodos { items { title } } }", "User alice")
    page.execute_script("document.getElementById('variables').value = '{'")
    page.find_element(By.ID, "send").click()
    wait(page, lambda _: "The variables are not JSON" in text(page, "problem"))
    assert not page.find_element(By.ID, "answered").is_displayed()
    page.execute_script("document.getElementById('variables').value = ''")
    answer, _ = send(page, "{ listTodos { items { id } } }", "User alice")
    assert "items" in answer and not page.find_element(By.ID, "problem").is_displayed()


def test_the_page_shows_the_warnings_of_a_schema_that_has_some(api, page):
    assert "2:6: Todo: The owner field 'owner' is not declared" in text(page, "warned")
    appsync = api.client("appsync")
    doubtful = appsync.create_graphql_api(
        name="doubtful", authenticationType="AMAZON_COGNITO_USER_POOLS",
        userPoolConfig={"userPoolId": api.pool, "awsRegion": "us-east-1", "defaultAction": "ALLOW"},
    )["graphqlApi"]["apiId"]
    clean = appsync.create_graphql_api(name="clean", authenticationType="API_KEY")["graphqlApi"]["apiId"]
    try:
        assert push(appsync, doubtful, DOUBTFUL)["status"] == "SUCCESS"
        assert push(appsync, clean, CLEAN)["status"] == "SUCCESS"
        page.get(f"{api.url}/dev/graphql?api={doubtful}")
        wait(page, lambda _: page.find_element(By.ID, "console").is_displayed())
        shown = [warning.text for warning in page.find_elements(By.CSS_SELECTOR, "#warnings li")]
        assert shown[0].startswith("2:32: Note: The rule has no effect") and EVIL in shown[0]
        assert shown[-1].startswith("3:14: Query: The field 'search' never has a value")
        assert page.title != "evil"
        assert [flaw for flaw in accessibility.flaws(page) if flaw[0] != "small"] == []
        Select(page.find_element(By.ID, "api")).select_by_value(clean)
        wait(page, lambda _: not page.find_element(By.ID, "warned").is_displayed())
    finally:
        for made in (doubtful, clean):
            appsync.delete_graphql_api(apiId=made)


def test_events_arrive_on_the_open_page(api, page):
    answer, decisions = send(page, "subscription { onCreateTodo { title } }", "User alice")
    assert answer == "The subscription has begun." and "listen" in decisions
    assert text(page, "silent") == "No events yet."
    for title in ("first", "second"):
        create(api, title)
    wait(page, lambda _: "second" in text(page, "events"))
    assert text(page, "events").index("second") < text(page, "events").index("first")
    page.find_element(By.ID, "stop").click()
    metrics = f"{api.url}/metrics"
    wait(page, lambda _: any(
        line.startswith("gatehouse_data_subscribers{") and float(line.split()[-1]) == 0
        for line in requests.get(metrics).text.splitlines()))


def test_a_link_leads_to_the_records_of_a_model(api, page):
    create(api, "Listed")
    page.find_element(By.LINK_TEXT, "Records").click()
    wait(page, lambda _: "Listed" in text(page, "answer"))
    assert "allowed to administrators" in text(page, "decisions")


def test_the_log_has_no_contents_of_requests_and_records(api):
    create(api, "Title-of-a-record")
    for token in ("Token-of-a-caller", "da2-Key-of-a-caller"):
        requests.post(
            f"{api.url}/graphql", json={"query": "{ listTodos { items { title } } }"},
            headers={"Authorization": token, "x-api-key": token})
    log = (api.folder / "gatehouse.log").read_text()
    assert "dev-graphql" in log and "graphql" in log
    for content in ("Title-of-a-record", "Token-of-a-caller", "Key-of-a-caller", "listTodos", "createTodo"):
        assert content not in log


def test_a_page_of_another_origin_sends_nothing(api):
    body = {"query": "{ listTodos { items { id } } }", "caller": {"kind": "administrator"}}
    for path in ("requests", "subscriptions"):
        answer = requests.post(
            f"{api.url}/dev/graphql/{path}", json=body, headers={"Origin": "http://evil.example"})
        assert answer.status_code == 403
    assert requests.get(f"{api.url}/dev/graphql/apis", headers={"Host": "evil.example"}).status_code == 403
