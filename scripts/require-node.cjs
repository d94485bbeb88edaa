'use strict';

// npm picks native modules for the Node.js that it runs on. If they don't support that version, npm leaves them out without a message, and
// the first command fails. Old versions must be able to run this file.
const RANGE = '^20.19.0 || >=22.12.0';
const parts = /\bnode\/v(\d+)\.(\d+)/.exec(process.env.npm_config_user_agent || `node/${process.version}`) || [];
const major = Number(parts[1]);
const minor = Number(parts[2]);
const isSupported = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);

if (!isSupported) {
  console.error(
    `Open Reviews needs Node.js ${RANGE}, and this is ${major}.${minor}: install a newer one from https://nodejs.org, then run npm ci again.`,
  );
  process.exit(1);
}
