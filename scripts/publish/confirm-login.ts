import { SetupError } from '../../site/shared/setup-error.ts';
import { readPublishFile, type WebSpace } from '../cli/publish-file.ts';
import type { Settings } from '../cli/settings.ts';
import type { Terminal } from '../cli/terminal.ts';
import { signIn } from './deliver.ts';
import { forgetPassword, rememberPassword } from './password.ts';
import { LoginRefused, openWebSpace, UnknownHost } from './sftp.ts';
import { writePublishFile } from './write-publish-file.ts';

/** How often the password is asked for. */
const ATTEMPTS = 3;

/**
 * Makes sure that the host's key and the password are right, and remembers them. Asks for what isn't known, and again for a password that
 * the host refuses. @throws SetupError without a terminal to ask on, or if the host can't be reached
 */
export async function confirmLogin(
  settings: Settings,
  space: WebSpace,
  terminal: Terminal | undefined,
  say: (text: string) => void,
): Promise<void> {
  const { CONTENT_DIR, DATA_DIR } = settings;
  const known = space.host_key === undefined ? await askKey(settings, space, terminal, say) : space;
  const password = await askPassword(settings, known, terminal, say);
  if (JSON.stringify(readPublishFile(CONTENT_DIR)) !== JSON.stringify(known)) await writePublishFile(CONTENT_DIR, known);
  if (password !== undefined) await rememberPassword(DATA_DIR, password);
}

/** Shows the host's key. Returns the space with it if it's confirmed. */
async function askKey(
  { CONTENT_DIR, DATA_DIR }: Settings,
  space: WebSpace,
  terminal: Terminal | undefined,
  say: (text: string) => void,
): Promise<WebSpace> {
  // It's for another host, which must not see it.
  await forgetPassword(DATA_DIR);
  // This can't sign in, because no key is the expected one.
  const error = await openWebSpace(space, { password: undefined, agent: undefined }).then(
    () => new Error('signed in to an unknown host'),
    (error: unknown) => error,
  );
  if (!(error instanceof UnknownHost)) throw error;
  const { fingerprint, message } = error;
  if (terminal === undefined) {
    await writePublishFile(CONTENT_DIR, space);
    throw new SetupError(`${message}, and if they are equal, add this line to publish.yaml:\nhost_key: ${fingerprint}`);
  }
  say(message);
  if (!(await terminal.confirm('Is this the key of your host?'))) throw new SetupError('publish: nothing was sent');
  return { ...space, host_key: fingerprint };
}

/** Signs in. Returns the password if it had to be asked for. */
async function askPassword(
  settings: Settings,
  space: WebSpace,
  terminal: Terminal | undefined,
  say: (text: string) => void,
): Promise<string | undefined> {
  const isRefused = async (password: string | undefined) => {
    const attempt = password === undefined ? settings : { ...settings, PUBLISH_PASSWORD: password };
    try {
      await (await signIn(attempt, space)).close();
      return undefined;
    } catch (error) {
      if (error instanceof LoginRefused) return error;
      throw error;
    }
  };
  let refused = await isRefused(undefined);
  for (let attempt = 1; refused !== undefined; attempt++) {
    // The setting would be used instead of what is remembered.
    if (terminal === undefined || settings.PUBLISH_PASSWORD !== undefined || attempt > ATTEMPTS) throw refused;
    if (refused.isTried) say(refused.message);
    const password = await terminal.password(`The password of ${space.user} at ${space.host}`);
    refused = await isRefused(password);
    if (refused === undefined) return password;
  }
  return undefined;
}
