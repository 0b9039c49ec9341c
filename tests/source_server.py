"""A server on this machine in place of the public sources of data."""

import io
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
from sklearn.datasets import dump_svmlight_file


class Server:
    """Serves `files`; `asked` are the paths asked for, `missing` the bytes that each answer lacks."""

    def __init__(self):
        self.files = {}
        self.asked = []
        self.missing = 0
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.asked.append(self.path)
                content = outer.files.get(self.path)
                if content is None:
                    self.send_error(404)
                    return
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content[: len(content) - outer.missing])

            def log_message(self, *args):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()

    def close(self):
        self.http.shutdown()
        self.http.server_close()


def as_libsvm(files, X, y, codes=(-1, 1)):
    """The parts of a set as LIBSVM has them."""
    served = {}
    rows = np.array_split(np.arange(len(y)), len(files))
    for file, part in zip(files, rows, strict=True):
        content = io.BytesIO()
        dump_svmlight_file(X[part], np.take(codes, y[part]), content, zero_based=False)
        served[f"/libsvm/{file}"] = content.getvalue()
    return served
