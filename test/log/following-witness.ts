import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readWitnessConfig } from '../../scripts/witness/config.ts';
import { getter } from '../../scripts/witness/get.ts';
import { originHash, startWitness } from '../../scripts/witness/server.ts';
import { openKeys, WitnessStore } from '../../scripts/witness/store.ts';
import { createAddressFilter } from '../../sidecar/hub/callback-address.ts';
import { createCallbackClient, resolveBySystem } from '../../sidecar/hub/delivery/callback-client.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { SiteFarm } from './site-farm.ts';

/** The name of a site on the farm, and the verifier key of its log. */
export type FollowedSite = readonly [name: string, key: string];

/** Writes a `witness.yaml` and returns its path. */
export async function writeConfig(folder: string, farm: SiteFarm, name: string, sites: readonly FollowedSite[]): Promise<string> {
  const file = path.join(folder, 'witness.yaml');
  const logs = sites.map(([site, key]) => `  - address: ${farm.addressOf(site)}\n    key: ${key}\n`);
  await writeFile(file, `name: ${name}\nport: 0\nlogs:\n${logs.join('')}`);
  return file;
}

/**
 * Starts a witness of sites on a farm, as `open-reviews witness` does, with a clock that stands still until it is moved. Its requests never
 * time out: on a busy machine, an honest site would seem to be unreachable.
 */
export async function followingWitness(farm: SiteFarm, sites: readonly FollowedSite[], name = 'w1.example', folder = temporaryFolder()) {
  const clock = new ManualClock();
  const addressFilter = createAddressFilter(['127.0.0.0/8']);
  const client = createCallbackClient({ resolve: resolveBySystem, addressFilter, extraCa: farm.authority.certificate }, new ManualClock());
  const get = getter(client);
  const config = await readWitnessConfig(await writeConfig(folder, farm, name, sites), addressFilter, get);
  const store = new WitnessStore(folder);
  const keys = await openKeys(folder, name, store);
  const errors: object[] = [];
  const witness = await startWitness({ config, store, keys, get, clock, host: '127.0.0.1', log: (line) => errors.push(line) });
  return {
    ...witness,
    clock,
    folder,
    store,
    keys,
    errors,
    /** Looks at all logs, and waits for that. */
    async look(): Promise<void> {
      await Promise.all(witness.logs.map((log) => log.look()));
    },
    async page(): Promise<string> {
      return (await fetch(witness.url)).text();
    },
    /** The part of the page about a log, without tags. */
    async report(origin: string): Promise<string> {
      const page = await (await fetch(witness.url)).text();
      const part = page.split('<h2>').find((text) => text.startsWith(`${origin}</h2>`)) ?? '';
      return part.replace(/<[^>]*>/g, ' ').replace(/&gt;/g, '>');
    },
    /** The monitored checkpoint of a log; its status if there is none. */
    async monitored(origin: string): Promise<string | number> {
      const response = await fetch(`${witness.url}/${originHash(origin)}/checkpoint`);
      return response.ok ? response.text() : response.status;
    },
    add: (body: string) => fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body }),
    async [Symbol.asyncDispose](): Promise<void> {
      await witness.close();
      client.close();
      store.close();
    },
  };
}
