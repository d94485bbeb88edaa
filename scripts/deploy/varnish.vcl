vcl 4.1;

# Varnish 7 in front of the server. What may be kept, and for how long, the server says in Cache-Control.

# With a path in BASE_URL write it before /healthz in the probe, and after the ^ of both patterns below.

import std;

backend server {
    .host = "127.0.0.1";
    .port = "4321";
    .connect_timeout = 2s;
    .first_byte_timeout = 20s;
    .probe = {
        .url = "/healthz";
        .interval = 2s;
        # /healthz waits two seconds for a database that doesn't answer: all else is well then.
        .timeout = 5s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

# Who may purge: PURGE_URL=http://127.0.0.1:6081/ for the build on this machine.
acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        # A proxy in front that does TLS comes from this machine as well, and names its visitor.
        if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
            return (synth(405));
        }
        ban("obj.status != 0");
        return (synth(200));
    }
    # Varnish has appended the client's address to what the client sent. Only a TLS proxy on this machine may name a visitor.
    if (client.ip !~ purgers) {
        set req.http.X-Forwarded-For = client.ip;
    }
    # What must be asked isn't kept: the server says no-store, and concurrent requests needn't wait for each other to learn it.
    if (req.url ~ "^/(mcp|healthz|api/websub/)") {
        return (pass);
    }
    # No answer depends on them.
    unset req.http.Cookie;
    unset req.http.Authorization;
    # stale-while-revalidate=30: stale answers are that old at most, unless the server can't answer.
    set req.grace = 30s;
    if (req.restarts > 0 || !std.healthy(req.backend_hint)) {
        set req.grace = 86400s;
    }
}

sub vcl_backend_response {
    # What isn't whole is never sent: an answer that ends in its middle, since its server was killed, is an error here and asked for again below.
    set beresp.do_stream = false;
    # A failed refresh leaves what is there.
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    # stale-if-error=86400, where the server allows it; how much of it is used is decided above.
    if (beresp.http.Cache-Control ~ "stale-if-error=86400") {
        set beresp.grace = 86400s;
    }
}

sub vcl_deliver {
    # The server failed in the middle of a request: what is kept is served, however stale.
    if (resp.status >= 500 && req.restarts == 0
        && (req.method == "GET" || req.method == "HEAD")
        && req.url !~ "^/(mcp|healthz|api/websub/)") {
        return (restart);
    }
    set resp.http.X-Cache = "MISS";
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    }
}
