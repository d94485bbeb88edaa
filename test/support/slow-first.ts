import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes tens of seconds: begun last, it would keep one worker at work after the others have ended. */
const SLOW = [
  /\/e2e\/pages/,
  /\/test\/evidence\//,
  /\/test\/(?:build|package)\//,
  /\/contract\/(?:settings|commands|import-atomic|prism)/,
  /\/test\/e2e\//,
  /\/hub\/delivery|\/mcp\/conformance|\/log\/build|\/operation\/purge/,
];

const rankOf = (file: string) => {
  const rank = SLOW.findIndex((pattern) => pattern.test(file));
  return rank === -1 ? SLOW.length : rank;
};

/** Vitest's order, with the slow files first: it knows their times only where the same tests have run before. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId));
  }
}
