import { test } from 'vitest';
import { playRandomLives } from './random-lives.ts';

test('random lives of two subscriptions go as C50, T07, T54 and T56 say', () => playRandomLives(10, async () => ({})));
