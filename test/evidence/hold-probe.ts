import { performance } from 'node:perf_hooks';

/** The longest that the event loop was held since the last report. */
export interface Holds {
  /** By the clock on the wall: what a client can notice; other processes on the machine lengthen it. */
  readonly wallMs: number;
  /** By the processor time of the loop's own thread: what our code is to blame for, on any machine. */
  readonly cpuMs: number;
}

/**
 * Loaded into a server with `--import`: a timer that is due in each turn of the event loop measures how long the turn
 * before it took. Any message from the parent is answered with the holds since the last one.
 */
const INTERVAL_MS = 1;
let last = performance.now();
let lastCpu = cpuNow();
let wallMs = 0;
let cpuMs = 0;

function cpuNow(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

setInterval(() => {
  const [now, cpu] = [performance.now(), cpuNow()];
  wallMs = Math.max(wallMs, now - last - INTERVAL_MS);
  cpuMs = Math.max(cpuMs, cpu - lastCpu);
  [last, lastCpu] = [now, cpu];
}, INTERVAL_MS).unref();

process.on('message', () => {
  const holds: Holds = { wallMs, cpuMs };
  process.send?.(holds);
  wallMs = 0;
  cpuMs = 0;
});
process.channel?.unref();
