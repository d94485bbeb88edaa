import { toRegistryEntry } from '../contract/mcp-server.ts';
import { paths } from '../contract/paths.ts';
import { publication } from '../publication.ts';

export const GET = () => {
  const { dataset, baseUrl } = publication();
  return new Response(`${JSON.stringify(toRegistryEntry(dataset.business.name, baseUrl, paths.mcp), null, 2)}\n`);
};
