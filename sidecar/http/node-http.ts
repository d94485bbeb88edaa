/**
 * What the servers need of node:http. Importing it would read all of its exports, and so load HTTP/2 and the client of fetch: 40 ms of
 * processor time, as much as a bare start.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http');
