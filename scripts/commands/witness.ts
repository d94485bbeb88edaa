import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createAddressFilter } from '../../sidecar/hub/callback-address.ts';
import { createCallbackClient, resolveByDns, resolveBySystem } from '../../sidecar/hub/delivery/callback-client.ts';
import { systemClock } from '../../sidecar/runtime.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { fileKind } from '../../site/shared/regular-file.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { counted } from '../../site/shared/text.ts';
import { readFlags } from '../cli/flags.ts';
import { type Command, untilSignal } from '../cli/run-command.ts';
import { WITNESS_FOLDER } from '../content/own-folders.ts';
import { readWitnessConfig } from '../witness/config.ts';
import { getter } from '../witness/get.ts';
import { startWitness } from '../witness/server.ts';
import { openKeys, WitnessStore } from '../witness/store.ts';

const USAGE = `open-reviews [--root FOLDER] witness [--resume ORIGIN]

  follows the logs in witness.yaml of the current folder (or of FOLDER) and signs what only grows: scripts/witness/README.md

  --resume ORIGIN   signs a log again that was held back, after you have looked into it

  Settings: HOST (default: 127.0.0.1), DATA_DIR (default: the folder of witness.yaml)`;

/** `open-reviews witness`: runs a witness until a signal arrives, or lets it sign a log again. */
export const witnessCommand: Command = async ({ args, env, root = '', say }) => {
  const { texts, positionals } = readFlags('witness', USAGE, args, ['resume']);
  if (positionals.length > 0) throw new SetupError(`witness: unexpected argument ${positionals[0]}\n\n${USAGE}`);
  const environment = readEnvironment(env);
  const folder = path.join(env['DATA_DIR'] ? environment.DATA_DIR : root, WITNESS_FOLDER);
  const { resume } = texts;
  if (resume !== undefined) return resumeLog(folder, resume, say);

  const allowCidrs = environment.CALLBACK_ALLOW_CIDRS;
  const addressFilter = createAddressFilter(allowCidrs);
  const { CALLBACK_CA_FILE: ca } = environment;
  const resolve = allowCidrs.length > 0 ? resolveBySystem : resolveByDns;
  const client = createCallbackClient({ resolve, addressFilter, extraCa: ca === undefined ? undefined : readFileSync(ca) }, systemClock);
  const get = getter(client);
  const file = path.join(root, 'witness.yaml');
  if (fileKind(file) === 'missing') throw new SetupError(`witness: there is no ${file}; scripts/witness/README.md shows one`);
  const stopped = untilSignal();
  const config = await readWitnessConfig(file, addressFilter, get);
  const store = new WitnessStore(folder);
  try {
    const keys = await openKeys(folder, config.name, store);
    const log = (line: object) => say(JSON.stringify(line));
    const witness = await startWitness({ config, store, keys, get, clock: systemClock, host: environment.HOST, log });
    if (keys.made === 'first start')
      say(`${folder} had no keys, so this witness has made new ones. If it had others before, everyone who trusts it must replace them`);
    if (keys.made === 'restored')
      say(
        `warning: ${folder} had no keys, or others than its database knows: this witness was restored or renamed, and has new keys. Everyone who trusts it must replace the old ones`,
      );
    say(
      `witness ${config.name} follows ${counted(config.logs.length, 'log')} on ${witness.url}; its keys:\n${keys.verifierKeys.join('\n')}`,
    );
    await stopped;
    await witness.close();
  } finally {
    client.close();
    store.close();
  }
};

function resumeLog(folder: string, origin: string, say: (text: string) => void): void {
  const store = new WitnessStore(folder);
  try {
    if (!store.resume(origin)) throw new SetupError(`witness: ${origin} isn't held back; the witness's page lists the logs that are`);
    say(`The witness looks at ${origin} again in a few minutes, and signs it if it continues the last signed checkpoint.`);
  } finally {
    store.close();
  }
}
