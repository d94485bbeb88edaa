import { afterAll } from 'vitest';
import { stopBuilder } from './build-site.ts';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Registered before all others of a test file, it runs after them.
afterAll(async () => {
  await stopBuilder();
  removeTemporaryFolders();
});
