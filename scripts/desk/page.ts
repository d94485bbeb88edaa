import type { Request, Response } from 'express';
import type { Desk } from './desk.ts';
import { type Html, html } from './html.ts';
import type { Job } from './jobs.ts';
import { type Say, speak } from './words.ts';

/** The screens, in the order of the navigation. */
export const screens = ['today', 'import', 'reviews', 'business', 'publish', 'backup'] as const;
export type ScreenName = (typeof screens)[number];

export const pathOfScreen = (screen: ScreenName): string => (screen === 'today' ? '/' : `/${screen}`);

export interface Page {
  readonly title: string;
  /** The screen that the page is part of. */
  readonly screen?: ScreenName;
  readonly body: Html;
  readonly status?: number;
  /** Whether the page reloads itself, because a job is running. */
  readonly isWaiting?: boolean;
}

export async function sendPage(response: Response, desk: Desk, page: Page): Promise<void> {
  const { name, language } = await desk.business();
  const say = speak('frame', language);
  const notices = desk.takeNotices();
  const document = html`<!doctype html>
<html lang="${language}" class="open-reviews">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · ${say('desk')}${name && ` · ${name}`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/base.css">
<link rel="stylesheet" href="/chart.css">
<link rel="stylesheet" href="/desk.css">
<script type="module" src="/desk.js"></script>
${page.isWaiting && html`<noscript><meta http-equiv="refresh" content="2"></noscript>`}
</head>
<body${page.isWaiting && html` data-waiting`}>
<a class="skip" href="#content">${say('skip')}</a>
<header class="masthead"><div class="wrap">
<span class="brand">${name || say('desk')} <span>${name && say('desk')}</span></span>
<nav aria-label="${say('screens')}"><ul>
${screens.map((one) => html`<li><a href="${pathOfScreen(one)}"${one === page.screen && html` aria-current="page"`}>${say(one)}</a></li>\n`)}
</ul></nav>
</div></header>
<main id="content" tabindex="-1"><div class="wrap desk">
${notices.length > 0 && html`<div class="done" role="status">${notices.map((text) => html`<p>${text}</p>`)}</div>`}
${desk.history.isDiskFull && html`<p class="warn" role="status">${say('disk_full')}</p>`}
<h1>${page.title}</h1>
${page.body}
</div></main>
</body>
</html>
`;
  response
    .status(page.status ?? 200)
    .type('html')
    .send(document.text);
}

/** A form that changes something. Its token shows that it is ours. */
export function form(desk: Desk, action: string, content: Html, { isUpload = false } = {}): Html {
  return html`<form method="post"${isUpload && html` enctype="multipart/form-data"`} action="${action}"><input type="hidden" name="token" value="${desk.guard.formToken}">${content}</form>`;
}

/** The fields of a form, without its token: the last value of each name. Browsers end lines with CRLF, files with LF. */
export function fieldsOf(request: Request): Readonly<Record<string, string>> {
  const given = Object.entries((request.body ?? {}) as Record<string, string | string[]>);
  return Object.fromEntries(
    given.flatMap(([name, value]) => (name === 'token' ? [] : [[name, ([value].flat().at(-1) ?? '').replaceAll('\r\n', '\n')]])),
  );
}

/** All values of a field that a form may have several times. */
export function valuesOf(request: Request, name: string): readonly string[] {
  const value = (request.body as Record<string, string | string[]> | undefined)?.[name];
  return value === undefined ? [] : [value].flat();
}

/** Redirects to `path` with a message, after a form has been processed. */
export function done(response: Response, desk: Desk, path: string, notice: string | Html): void {
  desk.notify(notice);
  response.redirect(303, path);
}

/** The page of a running job, which reloads itself until the job has ended. */
export function waiting(title: string, screen: ScreenName, job: Job, working: string): Page {
  const body = html`<p class="progress" role="status"><span class="spinner" aria-hidden="true"></span>${job.step || working}</p>`;
  return { title, screen, body, isWaiting: true };
}

/** The frame's words in the desk's language. */
export async function frameSay(desk: Desk): Promise<Say<'frame'>> {
  return speak('frame', (await desk.business()).language);
}
