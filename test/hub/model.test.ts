import { test } from 'vitest';
import { roundsOf } from '../support/release-test.ts';
import { playRandomLives } from './random-lives.ts';

test('random histories of two subscriptions match a model of C50, T07, T54 and T56', () => playRandomLives(roundsOf(10), async () => ({})));
