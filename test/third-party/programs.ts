import { fileURLToPath } from 'node:url';

const pathTo = (file: string) => fileURLToPath(new URL(`node_modules/${file}`, import.meta.url));

/** Third-party command-line programs, each as the module that Node runs. */
export const programs = {
  conformance: pathTo('@modelcontextprotocol/conformance/dist/index.js'),
  inspector: pathTo('@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
  redocly: pathTo('@redocly/cli/bin/cli.js'),
} as const;
