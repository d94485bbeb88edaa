import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take tens of seconds. Started last, they would keep one worker busy after the others have finished. */
const SLOW = [
  /\/e2e\/pages/,
  /\/test\/evidence\//,
  /\/test\/(?:build|package)\//,
  /\/contract\/(?:settings|commands|file-kinds|import-atomic)/,
  /\/test\/e2e\//,
  /\/test\/postgres\//,
  /\/hub\/delivery|\/mcp\/conformance|\/log\/build|\/operation\/purge/,
];

const rankOf = (file: string) => {
  const rank = SLOW.findIndex((pattern) => pattern.test(file));
  return rank === -1 ? SLOW.length : rank;
};

/** Vitest's order, but with the slow files first: Vitest only knows their durations if the same tests have run before. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId));
  }
}
