import type { Clock } from '../../sidecar/runtime.ts';
import { logPaths } from '../../site/contract/log.ts';
import { type Bytes, fromBase64, toBase64 } from '../../site/log/bytes.ts';
import { emptyRoot, isConsistent, proveByTiles } from '../../site/log/consistency.ts';
import { type Checkpoint, decodeNote, printSignature, readCheckpoint, readNote, verifyNote } from '../../site/log/note.ts';
import { messageOf } from '../../site/shared/algorithms.ts';
import { counted } from '../../site/shared/text.ts';
import type { WitnessedLog } from './config.ts';
import type { Get } from './get.ts';
import type { Hold, SignedHead, WitnessKeys, WitnessStore } from './store.ts';

/** Something wrong with a log that may pass: when the witness first saw it, and the checkpoint that shows it. */
type Trouble = Readonly<{ found: string; since: number; now?: string }>;
type Finding = Omit<Trouble, 'since'> | undefined;

const HOUR_MS = 3_600_000;

export type WitnessParts = Readonly<{ store: WitnessStore; keys: WitnessKeys; get: Get; clock: Clock }>;

/** A checkpoint that the log's key has signed. */
type OwnCheckpoint = Checkpoint & Pick<SignedHead, 'checkpoint'>;

/** Follows one log, and signs its checkpoints if each continues the one before. */
export class FollowedLog {
  readonly log: WitnessedLog;
  readonly origin: string;
  lookedAt: number | undefined;
  trouble: Trouble | undefined;
  readonly #parts: WitnessParts;
  #etag: string | undefined;
  #looking: Promise<void> | undefined;

  constructor(log: WitnessedLog, parts: WitnessParts) {
    this.log = log;
    this.origin = log.key.name;
    this.#parts = parts;
  }

  get signed(): SignedHead | undefined {
    return this.#parts.store.signed(this.origin);
  }

  get hold(): Hold | undefined {
    return this.#parts.store.hold(this.origin);
  }

  /** Reads the published checkpoint, and signs it if it's new. What is wrong becomes `trouble` or a hold; never rejects. */
  look(): Promise<void> {
    const settle = (finding: Finding) => {
      const since = this.trouble?.found === finding?.found ? this.trouble?.since : undefined;
      this.trouble = finding && { ...finding, since: since ?? this.#parts.clock.now() };
      this.#looking = undefined;
    };
    this.#looking ??= this.#look().then(settle, (error: unknown) => settle({ found: messageOf(error) }));
    return this.#looking;
  }

  async #look(): Promise<Finding> {
    const { get, clock, store } = this.#parts;
    const document = this.hold ? undefined : await get(this.log.address + logPaths.checkpoint, this.#etag);
    if (!this.hold) this.lookedAt = clock.now();
    if (!document) return undefined;
    this.#etag = undefined;
    const note = decodeNote(document.body);
    const { origin } = readCheckpoint(note);
    if (origin !== this.origin) return this.#holdBack(`the address has another log, ${origin}`, note);
    const ids = readNote(note).signatures.flatMap(({ name, id }) => (name === origin ? [id] : []));
    if (ids.length > 0 && !ids.includes(this.log.key.id)) return this.#holdBack('the log has another key', note);
    const own = await this.verify(note);
    if (!own) return { found: "the checkpoint isn't signed with the key of the log" };
    if (this.hold) return undefined;
    const known = this.signed;
    if (known && own.size < known.size) return this.#judgeOlder(own, known);
    const trouble = known?.size === own.size && known.cosignatures !== null ? undefined : await this.#signByTiles(known, own);
    if (trouble || this.hold) return trouble;
    store.setPublished(origin, own.size);
    this.#etag = document.etag;
    return undefined;
  }

  /** Signs a checkpoint if the log's tiles show that it continues `known`. */
  async #signByTiles(known: SignedHead | undefined, own: OwnCheckpoint): Promise<Finding> {
    const old = known?.size ?? 0;
    const readTile = async (path: string) => (await this.#parts.get(this.log.address + path))?.body ?? Buffer.of();
    const { proof, before } = await proveByTiles(old, own.size, readTile);
    if (!(await isConsistent({ size: old, root: before }, own, proof))) return { found: "the tiles don't match the checkpoint" };
    if (known && toBase64(before) !== known.root) return this.#holdBack(describeFork(known), own.note);
    return this.sign(known, own) === undefined ? { found: 'the log is growing' } : undefined;
  }

  /** A build submits its checkpoint before it publishes it, and caches have older checkpoints for a while. Anything else is a rollback. */
  #judgeOlder({ size, note }: Checkpoint, known: SignedHead): Finding {
    const now = this.#parts.clock.now();
    const isUnpublished = size >= this.#parts.store.published(this.origin);
    const found = `the log has ${counted(size, 'entry', 'entries')}, but ${isUnpublished ? 'submitted' : 'had'} ${known.size}`;
    if (isUnpublished) return now - known.at < 24 * HOUR_MS ? undefined : { found, now: note };
    const isOld = this.trouble?.found === found && now - this.trouble.since >= HOUR_MS;
    return isOld ? this.#holdBack(`${found}: it has rolled back`, note) : { found, now: note };
  }

  #holdBack(found: string, now: string): undefined {
    const { store, clock } = this.#parts;
    store.holdBack(this.origin, { found, at: clock.now(), before: this.signed?.checkpoint ?? '', now });
  }

  /** The checkpoint without foreign signatures; undefined if the log's key hasn't signed it. A fork holds the log back. @throws LogError */
  async verify(note: string): Promise<OwnCheckpoint | undefined> {
    const { text, signatures } = readNote(note);
    const own = signatures.filter(({ name, id }) => name === this.origin && id === this.log.key.id);
    const keys = await verifyNote({ text, signatures: own }, [this.log.key]).catch(() => []);
    if (keys.length === 0) return undefined;
    const head = { ...readCheckpoint(note), checkpoint: `${text}\n${own.slice(0, 1).map(printSignature)}` };
    const known = this.signed;
    if (known?.size === head.size && known.root !== toBase64(head.root)) this.#holdBack(describeFork(known), note);
    return head;
  }

  /** Whether a proof shows that a checkpoint continues `known`. */
  async continues(known: SignedHead | undefined, own: OwnCheckpoint, proof: readonly Bytes[]): Promise<boolean> {
    const root = known ? fromBase64(known.root) : await emptyRoot();
    return root !== undefined && isConsistent({ size: known?.size ?? 0, root }, own, proof);
  }

  /** Signs a checkpoint that continues `known`. Undefined if the witness has signed another one in the meantime, or the log is held back. */
  sign(known: SignedHead | undefined, { size, root, note, checkpoint }: OwnCheckpoint): string | undefined {
    const { store, keys, clock } = this.#parts;
    const at = clock.now();
    this.#etag = undefined;
    const cosign = () => keys.cosign(readNote(note).text, Math.floor(at / 1000));
    return store.advance(this.origin, known, { size, root: toBase64(root), checkpoint, at }, cosign);
  }
}

const describeFork = ({ size }: SignedHead) => `the log has forked: its first ${counted(size, 'entry', 'entries')} have changed`;
