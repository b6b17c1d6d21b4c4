// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension GraphQLScripts {
    /// What the page does: it loads the APIs, offers names, sends requests, and shows answers and events as text.
    static let page = #"""
        const element = id => document.getElementById(id);
        const base = "graphql/";
        const callerNames = {
          group: "Member of another group…", guest: "Guest", identity: "Signed-in identity", apiKey: "API key",
          claims: "Token of another issuer…", function: "Caller that a function lets in",
          administrator: "Administrator, past all rules", anonymous: "No credentials", user: "Another user…",
        };
        const mostEvents = 100;
        let apis = [], schema, listening;

        function make(name, text, className) {
          const made = document.createElement(name);
          if (text !== undefined) made.textContent = text;
          if (className) made.className = className;
          return made;
        }

        // A text that can be scrolled must be reachable by the keyboard.
        function makeText(text) {
          const made = make("pre", text);
          made.tabIndex = 0;
          return made;
        }

        function showProblem(text) {
          element("problem").textContent = text ?? "";
          element("problem").hidden = !text;
        }

        // A problem in place of an answer: the answer on the page belongs to an earlier request.
        function showFailure(text) {
          element("answered").hidden = true;
          showProblem(text);
        }

        const pretty = value => JSON.stringify(value, null, 2);
        const api = () => apis.find(api => api.id === element("api").value);

        // MARK: Callers

        function option(label, caller) {
          const made = make("option", label);
          made.value = JSON.stringify(caller);
          return made;
        }

        function showCallers() {
          const { callers, users, groups } = api();
          const known = [];
          if (callers.includes("user")) {
            const pool = users[0]?.pool ?? "";
            known.push(...users.map(user => option("User " + user.name, { kind: "user", ...user })));
            known.push(...groups.map(name => option("Member of the group " + name, { kind: "group", name })));
            known.push(option(callerNames.user, { kind: "user", pool: api().pools[0] ?? pool, isOther: true }));
            known.push(option(callerNames.group, { kind: "group", isOther: true }));
          }
          const others = callers.filter(kind => !["user", "group"].includes(kind));
          known.push(...others.map(kind => option(callerNames[kind], { kind })));
          element("caller").replaceChildren(...known);
          const wanted = new URLSearchParams(location.search).get("as");
          const first = known.find(option => JSON.parse(option.value).kind === wanted);
          if (first) first.selected = true;
          showCallerFields();
        }

        function showCallerFields() {
          const { kind, isOther } = JSON.parse(element("caller").value);
          const shown = {
            name: isOther, token: kind === "user", claims: kind === "claims",
            role: ["guest", "identity"].includes(kind),
          };
          for (const field of document.querySelectorAll("[data-for]")) field.hidden = !shown[field.dataset.for];
        }

        function caller() {
          const { isOther, ...chosen } = JSON.parse(element("caller").value);
          if (isOther) chosen.name = element("name").value.trim();
          if (chosen.kind === "user") chosen.token = element("token").value;
          if (chosen.kind === "claims") chosen.claims = parsed("claims", "The claims");
          return chosen;
        }

        function parsed(id, subject) {
          try {
            return JSON.parse(element(id).value || "{}");
          } catch (error) {
            throw new Error(subject + " are not JSON: " + error.message);
          }
        }

        // MARK: Models and warnings

        function showWarnings() {
          const { warnings } = api();
          element("warnings").replaceChildren(...warnings.map(text => make("li", text)));
          element("warned").hidden = !warnings.length;
        }

        function recordsOf(model) {
          const type = schema.types.get(model.name);
          return "query {\n  " + model.list + " {\n    items {\n"
            + leaves(schema, type).map(name => "      " + name + "\n").join("") + "    }\n    nextToken\n  }\n}\n";
        }

        function showModels() {
          element("models").replaceChildren(...api().models.map(model => {
            const shown = make("div", undefined, "model");
            const title = make("h3", model.name);
            if (model.list) {
              const link = make("a", "Records");
              link.href = "?" + new URLSearchParams({ api: api().id, model: model.name, as: "administrator" });
              title.append(link);
            }
            const rules = make("details");
            rules.append(make("summary", "Rules"), makeText(model.rules));
            shown.append(title, rules);
            return shown;
          }));
        }

        // MARK: Answers

        function rowOf(decision) {
          const row = make("tr");
          const outcome = make("td");
          outcome.append(make("span", decision.outcome, "outcome " + decision.outcome.replace(" ", "-")));
          const on = make("td");
          on.append(make("code", decision.subject), decision.action ? " " + decision.action : "");
          const why = [decision.reason, decision.scope];
          if (decision.hiddenFields) why.push("without the fields " + decision.hiddenFields.join(", "));
          const more = (decision.count ?? 0) - (decision.records?.length ?? 0);
          const records = [...(decision.records ?? []), ...(more > 0 ? ["and " + more + " more"] : [])];
          row.append(outcome, on, make("td", why.filter(Boolean).join("; ")), make("td", records.join(", ")));
          return row;
        }

        function showAnswer({ status, response, recordsRead, milliseconds, decisions, caller: seen }) {
          const facts = [];
          if (status !== undefined) facts.push("status " + status);
          if (recordsRead !== undefined) facts.push("records read: " + recordsRead);
          if (milliseconds !== undefined) facts.push(milliseconds + " ms");
          element("facts").textContent = facts.join(" · ");
          element("answer").textContent = response === undefined ? "The subscription has begun." : pretty(response);
          element("decisions").replaceChildren(...(decisions ?? []).map(rowOf));
          element("decided").hidden = !decisions?.length;
          element("undecided").hidden = Boolean(decisions?.length);
          element("seen").textContent = seen ? pretty(seen) : "no caller";
          element("answered").hidden = false;
        }

        async function post(path, signal) {
          const answer = await fetch(base + path, {
            method: "POST", headers: { "Content-Type": "application/json" }, signal,
            body: JSON.stringify({
              api: element("api").value, caller: caller(), query: element("query").value,
              variables: parsed("variables", "The variables"),
            }),
          });
          if (!answer.ok) throw new Error((await answer.json()).message);
          return answer;
        }

        async function send() {
          showProblem();
          stop();
          element("live").hidden = true;
          try {
            if (kindOf(element("query").value) === "subscription") return await listen();
            element("state").textContent = "…";
            const answer = await (await post("requests")).json();
            if (answer.problem) showFailure(answer.problem); else showAnswer(answer);
            element("state").textContent = "";
          } catch (error) {
            element("state").textContent = "";
            showFailure(error.message);
          }
        }

        // MARK: Subscriptions

        function showEvent({ event, decisions }) {
          const shown = make("div");
          shown.append(make("small", new Date().toLocaleTimeString()), makeText(pretty(event)));
          shown.append(make("small", decisions.map(decision => decision.outcome + ": " + decision.reason).join("; ")));
          element("events").prepend(shown);
          while (element("events").children.length > mostEvents) element("events").lastChild.remove();
        }

        function take(line) {
          if (line.problem) showFailure(line.problem);
          else if (line.event) showEvent(line);
          else if (line.ended) showProblem(line.ended);
          else showAnswer(line);
          if (line.started) {
            element("events").replaceChildren();
            element("live").hidden = element("stop").hidden = false;
            element("state").textContent = "Subscribed.";
          }
        }

        async function listen() {
          const own = listening = new AbortController();
          try {
            const reader = (await post("subscriptions", own.signal)).body
              .pipeThrough(new TextDecoderStream()).getReader();
            for (let rest = "";;) {
              const { done, value } = await reader.read();
              if (done) break;
              const lines = (rest + value).split("\n");
              rest = lines.pop();
              for (const line of lines) take(JSON.parse(line));
            }
          } catch (error) {
            if (!own.signal.aborted) throw error;
          } finally {
            if (listening === own) stop();
          }
        }

        function stop() {
          listening?.abort();
          listening = undefined;
          element("stop").hidden = true;
          element("state").textContent = "";
        }

        // MARK: Completion

        const query = element("query"), list = element("completions");
        let choices = [], chosen = 0;

        function showCompletions(isAsked) {
          const text = query.value.slice(0, query.selectionStart);
          const isTyping = isAsked || /\w$/.test(text);
          choices = schema && isTyping && query.selectionStart === query.selectionEnd ? completions(schema, text) : [];
          chosen = 0;
          list.hidden = !choices.length;
          list.replaceChildren(...choices.map(({ name, note }, index) => {
            const item = make("li", name);
            item.append(make("span", note));
            item.role = "option";
            item.id = "choice-" + index;
            item.addEventListener("mousedown", event => { event.preventDefault(); complete(index); });
            return item;
          }));
          place(text);
          choose(0);
        }

        // The editor does not wrap lines and has letters of one width, so the caret's place can be computed.
        function place(text) {
          const lines = text.split("\n");
          const style = getComputedStyle(query);
          const context = document.createElement("canvas").getContext("2d");
          context.font = style.font;
          const left = parseFloat(style.paddingLeft) + context.measureText(lines.at(-1)).width - query.scrollLeft;
          const top = parseFloat(style.paddingTop) + lines.length * parseFloat(style.lineHeight) - query.scrollTop;
          list.style.left = Math.max(0, Math.min(left, query.clientWidth - list.offsetWidth)) + "px";
          list.style.top = Math.min(top + 2, query.offsetHeight) + "px";
        }

        function choose(index) {
          chosen = (index + choices.length) % Math.max(1, choices.length);
          [...list.children].forEach((item, at) => item.setAttribute("aria-selected", at === chosen));
          list.children[chosen]?.scrollIntoView({ block: "nearest" });
          if (choices.length) query.setAttribute("aria-activedescendant", "choice-" + chosen);
          else query.removeAttribute("aria-activedescendant");
        }

        function complete(index) {
          const { name, begun } = choices[index];
          query.setRangeText(name, query.selectionStart - begun, query.selectionStart, "end");
          hideCompletions();
        }

        function hideCompletions() {
          choices = [];
          list.hidden = true;
          choose(0);
        }

        query.addEventListener("input", () => showCompletions(false));
        query.addEventListener("blur", hideCompletions);
        query.addEventListener("click", hideCompletions);
        query.addEventListener("keydown", event => {
          const actions = list.hidden ? {} : {
            Tab: () => complete(chosen), Escape: hideCompletions,
            ArrowDown: () => choose(chosen + 1), ArrowUp: () => choose(chosen - 1),
          };
          if (event.ctrlKey) Object.assign(actions, { " ": () => showCompletions(true), Enter: send });
          const action = actions[event.key];
          if (!action || event.shiftKey) return;
          event.preventDefault();
          action();
        });

        // MARK: Start

        async function load(path) {
          const answer = await fetch(base + path);
          const body = await answer.json();
          if (!answer.ok) throw new Error(body.message);
          return body;
        }

        async function showAPI() {
          stop();
          element("live").hidden = element("answered").hidden = true;
          schema = readSchema(await load("schema?" + new URLSearchParams({ api: element("api").value })));
          showCallers();
          showWarnings();
          showModels();
          const name = new URLSearchParams(location.search).get("model");
          const model = api().models.find(model => model.name === name);
          const first = api().models.find(model => model.list);
          query.value = model ?? first ? recordsOf(model ?? first) : "";
          if (model) await send();
        }

        async function start() {
          apis = (await load("apis")).apis;
          if (!apis.length) {
            return showProblem("This server has no data API with a schema: start it with gatehouse dev --schema FILE.");
          }
          element("api").replaceChildren(...apis.map(({ id, name }) => {
            const isUnique = apis.filter(api => api.name === name).length === 1;
            const made = make("option", isUnique ? name : name + " (" + id + ")");
            made.value = id;
            return made;
          }));
          const wanted = new URLSearchParams(location.search).get("api");
          element("api").value = (apis.find(api => api.id === wanted) ?? apis.find(api => api.isDefault) ?? apis[0]).id;
          await showAPI();
          element("console").hidden = false;
        }

        const reported = action => () => action().catch(error => showProblem(error.message));
        element("api").addEventListener("change", reported(showAPI));
        element("caller").addEventListener("change", showCallerFields);
        element("send").addEventListener("click", send);
        element("stop").addEventListener("click", stop);
        reported(start)();
        """#
}
