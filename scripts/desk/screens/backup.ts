import { Router } from 'express';
import type { Desk } from '../desk.ts';
import { html } from '../html.ts';
import { form, frameSay, sendPage } from '../page.ts';

export function backup(desk: Desk): Router {
  const router = Router({ strict: true });
  router.get('/', async (_request, response) => {
    const say = await frameSay(desk);
    const body = form(desk, '/backup', html`<button>${say('backup')}</button>`);
    await sendPage(response, desk, { title: say('backup'), screen: 'backup', body });
  });
  return router;
}
