import { readPublishedTree } from '../../scripts/build/last-publication.ts';
import { signIn } from '../../scripts/publish/deliver.ts';
import type { WebSpace } from '../../scripts/publish/publish-file.ts';
import { upload } from '../../scripts/publish/upload.ts';

/** What this process uploads, and where. */
export interface UploadJob {
  readonly dist: string;
  readonly dataDir: string;
  readonly space: WebSpace;
  readonly password: string;
}

/** Uploads a built site as `open-reviews publish` does, in a process that can be killed. Its argument is the job as JSON. */
if (import.meta.main) {
  const { dist, dataDir, space, password } = JSON.parse(process.argv[2] ?? '{}') as UploadJob;
  const tree = await readPublishedTree(dist);
  if (tree === undefined) throw new Error(`${dist} has no build`);
  console.log('begun');
  const remote = await signIn({ DATA_DIR: dataDir, PUBLISH_PASSWORD: password, source: {} }, space);
  const { files, bytes, deleted } = await upload(remote, tree, { dataDir, place: 'host', replace: false, onProgress: () => {} });
  await remote.close();
  console.log(JSON.stringify({ files, bytes, deleted }));
}
