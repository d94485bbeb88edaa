import { afterAll } from 'vitest';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Registered before all others of a test file, it runs after them.
afterAll(removeTemporaryFolders);
