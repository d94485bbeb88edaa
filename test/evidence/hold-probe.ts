import { performance } from 'node:perf_hooks';

/** The longest time that the event loop was blocked since the last report. */
export interface Holds {
  /** Wall-clock time, which clients notice. Other processes on the machine lengthen it. */
  readonly wallMs: number;
  /** Processor time of the event loop's thread, for which our code is responsible on any machine. */
  readonly cpuMs: number;
}

/**
 * Loaded into a server with `--import`. A timer that is due on each turn of the event loop measures how long the previous turn took. The
 * answer to any message from the parent is the longest holds since the previous message.
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
