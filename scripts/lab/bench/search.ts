import { compare, measureLoad, startPinned } from './load.ts';
import { searchMix } from './search-mix.ts';

const TURNS = 5;
const SECONDS = 3;

/** Searches a second, nothing cached, against a constant of the mix's mean size from the same Express app; prints the ratio. */
export async function benchSearch(distDir: string, label: string): Promise<void> {
  const mix = searchMix();
  const origin = await startPinned('scripts/lab/bench/origin-server.ts', [], { DIST_DIR: distDir });
  const sizes = await Promise.all(mix.map(async (target) => (await (await fetch(origin.url + target)).arrayBuffer()).byteLength));
  const mean = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
  const constant = await startPinned('scripts/lab/bench/constant-server.ts', [String(mean)]);
  const requests = mix.map((path) => ({ path }));
  const run = (url: string, seconds: number) => measureLoad(url, requests, 200, seconds);
  try {
    await Promise.all([origin, constant].map(({ url }) => run(url, 2)));
    const { ratio, ours, peer } = await compare(
      TURNS,
      () => run(origin.url, SECONDS),
      () => run(constant.url, SECONDS),
    );
    console.log(
      `search, ${label}: ${ratio.toFixed(2)} of a constant of ${mean} bytes (${Math.round(ours)} against ${Math.round(peer)} a second)`,
    );
  } finally {
    await origin.stop();
    await constant.stop();
  }
}
