// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The script of the page for data APIs, in two parts.
enum GraphQLScripts {
    /// What can follow a place in a document, by the schema; functions without a page.
    static let completion = #"""
        const named = type => type.ofType ? named(type.ofType) : type;
        const spelled = type => type.kind === "NON_NULL" ? spelled(type.ofType) + "!"
          : type.kind === "LIST" ? "[" + spelled(type.ofType) + "]" : type.name;
        const isName = token => /^[_A-Za-z]/.test(token ?? "");

        function readSchema(answer) {
          const schema = answer.data.__schema;
          const types = new Map(schema.types.map(type => [type.name, type]));
          const roots = { query: schema.queryType, mutation: schema.mutationType, subscription: schema.subscriptionType };
          return { types, root: kind => types.get(roots[kind]?.name) };
        }

        const tokens = text => text.match(/"""[^]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|#.*|\.\.\.|[_A-Za-z]\w*|-?\d[\w.]*|[{}()[\]:!$@=|&]/g)
          ?.filter(token => token[0] !== "#") ?? [];

        // Each place is a selection set, a list of arguments, an input object, or the definitions of variables.
        function placeAfter(schema, text) {
          const stack = [];
          let kind = "query", field, value, isCondition = false, former;
          for (const token of tokens(text)) {
            const place = stack.at(-1);
            if (!place) {
              if (schema.root(token)) kind = token;
              if (token === "fragment") kind = "fragment";
              if (kind === "fragment" && isName(token) && former === "on") field = { type: schema.types.get(token) };
              if (token === "(") stack.push({ variables: true });
              if (token === "{") stack.push({ type: kind === "fragment" ? field?.type : schema.root(kind) });
            } else if (place.variables) {
              if (token === ")") stack.pop();
            } else if (place.inputs) {
              if (token === ":") value = place.inputs.find(input => input.name === former)?.type;
              else if (token === "{") stack.push({ inputs: schema.types.get(value && named(value).name)?.inputFields ?? [] });
              else if (token === "}" || token === ")") { stack.pop(); value = undefined; }
              else if (token === "]") value = undefined;
              else if (former === ":" && token !== "[" && token !== "$") value = undefined;
              else if (former === "$") value = undefined;
            } else if (token === "{") {
              stack.push({ type: isCondition ? place.condition : schema.types.get(field && named(field.type).name) });
              isCondition = false;
            } else if (token === "}") {
              stack.pop();
            } else if (token === "(") {
              stack.push({ inputs: field?.args ?? [] });
            } else if (former === "on" && isCondition) {
              place.condition = schema.types.get(token);
            } else if (isCondition && former === "..." && token !== "on" && isName(token)) {
              isCondition = false;
            } else if (token === "...") {
              isCondition = true;
              place.condition = place.type;
            } else if (isName(token) && former !== "@" && !isCondition) {
              field = place.type?.fields?.find(field => field.name === token);
            }
            former = token;
          }
          return { place: stack.at(-1), value, former, isCondition };
        }

        const suggestion = element => ({ name: element.name, note: element.type ? spelled(element.type) : "" });

        // The names that can stand at the end of a text, without the letters that are there already.
        function completions(schema, text) {
          const begun = text.match(/[_A-Za-z]\w*$/)?.[0] ?? "";
          const before = text.slice(0, text.length - begun.length);
          if (/#[^\n]*$/.test(before) || before.endsWith("$") || before.endsWith("@")) return [];
          const { place, value, former, isCondition } = placeAfter(schema, before);
          let found = [];
          if (!place) {
            if (former === undefined || former === "}") {
              found = ["query", "mutation", "subscription", "fragment"].map(name => ({ name, note: "" }));
            }
          } else if (place.variables) {
            if (former === ":" || former === "[") {
              found = [...schema.types.values()]
                .filter(type => ["SCALAR", "ENUM", "INPUT_OBJECT"].includes(type.kind) && !type.name.startsWith("__"))
                .map(type => ({ name: type.name, note: type.kind.toLowerCase().replace("_", " ") }));
            }
          } else if (place.inputs) {
            const type = value && schema.types.get(named(value).name);
            if (type?.kind === "ENUM") found = type.enumValues.map(suggestion);
            else if (type?.name === "Boolean") found = ["true", "false"].map(name => ({ name, note: "" }));
            else if (!value || former !== ":") found = place.inputs.map(suggestion);
          } else if (isCondition) {
            found = former === "..." ? [{ name: "on", note: "" }] : [place.type].filter(Boolean).map(suggestion);
          } else {
            found = [...(place.type?.fields ?? []).map(suggestion), { name: "__typename", note: "String!" }];
          }
          const wanted = begun.toLowerCase();
          return found.filter(({ name }) => name !== begun && name.toLowerCase().startsWith(wanted))
            .map(choice => ({ ...choice, begun: begun.length }));
        }

        // The fields of a type that need no selections.
        const leaves = (schema, type) => type.fields
          .filter(field => ["SCALAR", "ENUM"].includes(named(field.type).kind) && !field.args.length)
          .map(field => field.name);

        // The kind of a document's first operation.
        function kindOf(text) {
          let depth = 0;
          for (const token of tokens(text)) {
            if (!depth && ["query", "mutation", "subscription"].includes(token)) return token;
            depth += token === "{" ? 1 : token === "}" ? -1 : 0;
            if (depth) return "query";
          }
          return "query";
        }

        """#
}
