# SPDX-License-Identifier: Apache-2.0
# Copyright 2026 the Gatehouse authors
"""An HTTP server for the server's own requests, on a port of its own."""
import http.server
import threading


class LocalServer:
    """Answers GET and POST requests inside a `with`; subclasses implement `respond`."""

    def __init__(self):
        owner = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.answer(b"")

            def do_POST(self):
                self.answer(self.rfile.read(int(self.headers["Content-Length"])))

            def answer(self, body):
                status, headers, answered = owner.respond(self.path, self.headers, body)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(answered)))
                self.end_headers()
                self.wfile.write(answered)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]

    def respond(self, path, headers, body):
        """The status, headers and body of the answer to a request."""
        raise NotImplementedError

    def __enter__(self):
        # The server looks for its end this often, in seconds. By default, each end of a `with` waits half a second.
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
