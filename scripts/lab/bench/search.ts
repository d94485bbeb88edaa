import { compare, cpuSeconds, measureLoad, median, type Started, startPinned } from './load.ts';
import { searchMix } from './search-mix.ts';

const TURNS = 5;
const SECONDS = 3;

/**
 * Compares searches per second with a constant response of the same mean size from a bare Express app. Prints the ratio, and that of
 * processor time.
 */
export async function benchSearch(distDir: string, label: string): Promise<void> {
  const mix = searchMix();
  const origin = await startPinned('scripts/lab/bench/origin-server.ts', [], { DIST_DIR: distDir });
  const sizes = await Promise.all(mix.map(async (target) => (await (await fetch(origin.url + target)).arrayBuffer()).byteLength));
  const mean = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
  const constant = await startPinned('scripts/lab/bench/constant-server.ts', [String(mean)]);
  const requests = mix.map((path) => ({ path }));
  const microseconds = new Map<Started, number[]>([
    [origin, []],
    [constant, []],
  ]);
  const run = async (server: Started, seconds: number) => {
    const before = cpuSeconds(server.pid);
    const perSecond = await measureLoad(server.url, requests, 200, seconds);
    microseconds.get(server)?.push((1e6 * (cpuSeconds(server.pid) - before)) / (perSecond * seconds));
    return perSecond;
  };
  try {
    await Promise.all([origin, constant].map((server) => run(server, 2)));
    const { ratio, ours, peer } = await compare(
      TURNS,
      () => run(origin, SECONDS),
      () => run(constant, SECONDS),
    );
    const [oursUs, peerUs] = [origin, constant].map((server) => median(microseconds.get(server)?.slice(1) ?? [])) as [number, number];
    console.log(
      `search, ${label}: ${ratio.toFixed(2)} of a constant of ${mean} bytes (${Math.round(ours)} against ${Math.round(peer)} a second); by processor time ${(peerUs / oursUs).toFixed(2)} (${Math.round(oursUs)} against ${Math.round(peerUs)} µs)`,
    );
  } finally {
    await origin.stop();
    await constant.stop();
  }
}
