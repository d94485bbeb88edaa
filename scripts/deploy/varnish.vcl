vcl 4.1;

# Varnish 7 in front of the server. The server's Cache-Control decides what is cached and for how long.

# If BASE_URL has a path, add it before /healthz in the probe, and after the ^ of both patterns below.

import std;

backend server {
    .host = "127.0.0.1";
    .port = "4321";
    .connect_timeout = 2s;
    .first_byte_timeout = 20s;
    .probe = {
        .url = "/healthz";
        .interval = 2s;
        # /healthz waits up to two seconds for the hub's database, while everything else works.
        .timeout = 5s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

# Clients that can purge: PURGE_URL=http://127.0.0.1:6081/ for the build on this machine.
acl purgers {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        # A TLS proxy on this machine sends the address of the visitor.
        if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
            return (synth(405));
        }
        ban("obj.status != 0");
        return (synth(200));
    }
    # Varnish has appended the client's address to what the client sent. Only a TLS proxy on this machine can set the address of a visitor.
    if (client.ip !~ purgers) {
        set req.http.X-Forwarded-For = client.ip;
    }
    # Search, MCP and the hub aren't cached (no-store). With pass, concurrent requests don't wait for each other to find that out.
    if (req.url ~ "^/(mcp|healthz|api/websub/)") {
        return (pass);
    }
    # No response depends on these.
    unset req.http.Cookie;
    unset req.http.Authorization;
    # stale-while-revalidate=30: stale responses are up to 30 seconds old, unless the server is down.
    set req.grace = 30s;
    if (req.restarts > 0 || !std.healthy(req.backend_hint)) {
        set req.grace = 86400s;
    }
}

sub vcl_backend_response {
    # Incomplete responses, from a server that was killed, are never sent: they are errors here, and the request is repeated below.
    set beresp.do_stream = false;
    # If a refresh fails, the cached response stays.
    if (beresp.status >= 500 && bereq.is_bgfetch) {
        return (abandon);
    }
    # stale-if-error=86400, if the server allows it; the code above decides how much of it is used.
    if (beresp.http.Cache-Control ~ "stale-if-error=86400") {
        set beresp.grace = 86400s;
    }
}

sub vcl_deliver {
    # The server failed during a request: serve the cached response, however stale.
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
