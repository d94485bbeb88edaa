import { counted } from '../../site/shared/text.ts';
import { type Html, html } from '../desk/html.ts';
import type { FollowedLog } from './witness.ts';

const STYLE = 'body{font:1rem/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;word-break:break-all}';

const timeOf = (ms?: number) => (ms === undefined ? 'never' : `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`);

/** The page of a witness: its keys, and for each log its size, the last times and what is wrong. */
export function printWitnessPage(name: string, verifierKeys: readonly string[], logs: readonly FollowedLog[]): string {
  const troubled = logs.filter(({ hold, trouble }) => hold || trouble).length;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Witness ${name}</title><style>${STYLE}</style></head><body>
<h1>Witness ${name}</h1>
<p>This witness follows ${counted(logs.length, 'log')} of reviews. It signs a log only if everything that the log had before is still in it. ${troubled === 0 ? 'None is in trouble.' : `In trouble: ${troubled}.`}</p>
${logs.map(printWitnessedLog)}
<h2>Keys</h2>
<p>Compare them with the person who runs the witness before you trust them.</p>
${verifierKeys.map((key) => html`<pre>${key}</pre>\n`)}</body></html>
`.text;
}

function printWitnessedLog(log: FollowedLog): Html {
  const { signed, hold, trouble } = log;
  const [word, since, found] = hold ? ['Held back', hold.at, hold.found] : ['Trouble', trouble?.since, trouble?.found];
  const evidence = hold ?? (trouble?.now !== undefined && signed ? { before: signed.checkpoint, now: trouble.now } : undefined);
  return html`<h2>${log.origin}</h2>
<p><a href="${log.log.address}/">${log.log.address}</a><br>Signed: ${signed ? counted(signed.size, 'entry', 'entries') : 'nothing'}, ${timeOf(signed?.at)}<br>Last look: ${timeOf(log.lookedAt)}</p>
${found !== undefined && html`<p><strong>${word} since ${timeOf(since)}: ${found}.${hold && ' The witness signs nothing of this log until a person has decided.'}</strong></p>\n`}${
  evidence &&
  html`<p>The checkpoint that the witness signed last, and the one that it found:</p><pre>${evidence.before}</pre><pre>${evidence.now}</pre>\n`
}`;
}
