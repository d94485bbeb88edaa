import type { getChanges as definition } from '../../../site/contract/mcp-tools/get-changes.ts';
import { inDetail, takeWithin } from './answer-size.ts';
import { pageTemplateOf } from './citation.ts';
import type { Tool } from './tool.ts';

/** A page of the log. */
export const getChanges: Tool<typeof definition> = (dataset, { after = -1, limit, detail, max_tokens }) => {
  const found = dataset.changesFrom(after + 1, limit);
  const changes = takeWithin(
    found.map((change) => ({ ...change, review: change.review && inDetail(change.review, detail) })),
    max_tokens,
  );
  return {
    total: dataset.changes,
    returned: changes.length,
    changes: [...changes],
    review_url: detail === 'full' ? pageTemplateOf(dataset) : undefined,
    next_after: changes.at(-1)?.index ?? after,
  };
};
