import { spawnSync } from 'node:child_process';
import { chmod, cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type RunningProgram, startProgram } from './running-program.ts';

const APACHE = '/usr/sbin/apache2';

/** The modules that Debian enables, and mod_headers and mod_rewrite, which every web space has. */
const MODULES = [
  'mpm_event',
  'authz_core',
  'alias',
  'dir',
  'mime',
  'negotiation',
  'autoindex',
  'deflate',
  'filter',
  'setenvif',
  'headers',
  'rewrite',
];

/** Why tests that need Apache can't run here, or undefined if they can. */
export const apacheMissing =
  spawnSync(APACHE, ['-v']).status === 0 ? undefined : `${APACHE} is not installed (Debian: apt-get install apache2)`;

/**
 * Starts Debian's Apache with a copy of `folder`, as a web space serves uploaded files. `isUploaded` leaves files out, by their path in
 * `folder`.
 */
export function startApache(folder: string, isUploaded: (name: string) => boolean): Promise<RunningProgram> {
  return startProgram(APACHE, async (home, port) => {
    const [config, files] = [path.join(home, 'apache2.conf'), path.join(home, 'files')];
    // Apache reads as another user, who may not enter a checkout's folders.
    await chmod(home, 0o755);
    await cp(folder, files, { recursive: true, preserveTimestamps: true, filter: (from) => isUploaded(path.relative(folder, from)) });
    const lines = [
      `ServerRoot ${home}`,
      `DefaultRuntimeDir ${home}`,
      `PidFile ${home}/pid`,
      `Mutex file:${home} default`,
      // Apache can't open a socket, which is what Node.js passes as standard error.
      'ErrorLog "|/bin/cat"',
      'LogLevel notice',
      'ServerName 127.0.0.1',
      `Listen 127.0.0.1:${port}`,
      ...MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
      ...(process.getuid?.() === 0 ? ['User www-data', 'Group www-data'] : []),
      'TypesConfig /etc/mime.types',
      'StartServers 1',
      `DocumentRoot "${files}"`,
      `<Directory "${files}">`,
      '  Options Indexes FollowSymLinks',
      '  AllowOverride All',
      '  Require all granted',
      '</Directory>',
      '<FilesMatch "^\\.ht">',
      '  Require all denied',
      '</FilesMatch>',
    ];
    await writeFile(config, `${lines.join('\n')}\n`);
    return { args: ['-D', 'FOREGROUND', '-f', config], listening: /resuming normal operations/ };
  });
}
