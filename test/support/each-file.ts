import { afterAll } from 'vitest';
import { readSettings } from '../../scripts/cli/settings.ts';
import { removeTemporaryFolders } from './temporary-folder.ts';

// Test files share a process, and printed commands repeat the settings of the last command that ran in it.
readSettings({ env: { ENV_FILE: '' } });

// Registered before the hooks of the test file, so it runs after them.
afterAll(removeTemporaryFolders);
