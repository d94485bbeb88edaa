import { afterAll } from 'vitest';
import { readSettings } from '../../scripts/cli/settings.ts';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Files share a process, and commands print what the last one that ran here was given.
readSettings({ env: { ENV_FILE: '' } });

// Registered before all others of a test file, it runs after them.
afterAll(removeTemporaryFolders);
