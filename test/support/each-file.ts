import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Registered before the hooks of the test file, so it runs after them.
afterAll(removeTemporaryFolders);
