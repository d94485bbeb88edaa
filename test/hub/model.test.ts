import { test } from 'vitest';
import { playRandomLives } from './random-lives.ts';

test('random histories of two subscriptions match a model of C50, T07, T54 and T56', () => playRandomLives(10, async () => ({})));
