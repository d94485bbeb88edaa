import type { getChanges as definition } from '../../../site/contract/mcp-tools/get-changes.ts';
import { pageTemplateOf } from './citation.ts';
import type { Tool } from './tool.ts';

/** A page of the log. */
export const getChanges: Tool<typeof definition> = (dataset, { after = -1, limit }) => {
  const changes = dataset.changesFrom(after + 1, limit);
  return {
    total: dataset.changes,
    returned: changes.length,
    changes,
    review_url: pageTemplateOf(dataset),
    next_after: changes.at(-1)?.index ?? after,
  };
};
