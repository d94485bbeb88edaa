import { Router } from 'express';
import type { Desk } from '../desk.ts';
import { html } from '../html.ts';
import { frameSay, sendPage } from '../page.ts';

export function reviews(desk: Desk): Router {
  const router = Router({ strict: true });
  router.get('/', async (_request, response) => {
    const say = await frameSay(desk);
    await sendPage(response, desk, { title: say('reviews'), screen: 'reviews', body: html`` });
  });
  return router;
}
