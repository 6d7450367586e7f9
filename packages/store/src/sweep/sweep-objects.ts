import { setImmediate } from 'node:timers/promises'
import type { Store } from '../open-store.ts'
import { inChunks } from '../repository/parse-json.ts'
import type { CallPlace } from '../repository/calls.ts'

export interface SweepOptions {
  readonly workspaceId: string
  readonly now: number
  /**
   * Milliseconds that an object must stay unreferenced before it is removed. Longer than any writer takes
   * between checking what is stored and committing; 0 only without other writers.
   */
  readonly grace: number
  /** Opens what only the app can read. Where it fails, nothing is swept. */
  readonly openCall: (place: CallPlace, sealed: Uint8Array) => Promise<string>
  readonly openPage: (hash: string, sealed: Uint8Array) => Promise<string>
  /** Gives up between two reads; then nothing was changed. */
  readonly signal?: AbortSignal | undefined
}

export interface SweepReport {
  /** Texts and pages that were there. */
  readonly found: number
  readonly removed: number
  /** Nothing refers to them now; they go with a sweep after the grace period. */
  readonly waiting: number
}

type SweptStore = Pick<Store, 'sweeps' | 'objects' | 'callPages' | 'commit'>

/**
 * Takes away texts and pages that nothing refers to, in two steps, so that no lock is held while everything is read.
 * What is found unreferred is marked; from then on a writer that needs it writes it again, and unmarks it. What has
 * been marked for the grace period and is still unreferred goes: anyone who began to refer to it before it was marked has
 * been seen by now, and anyone who did after that has unmarked it.
 */
export async function sweepObjects(store: SweptStore, options: SweepOptions): Promise<SweepReport> {
  const { workspaceId, now, grace } = options
  // First, so that what is stored while the references are read is left for another time.
  const stored = await collect(store.sweeps.hashes(workspaceId), options)
  const marked = await store.sweeps.unreferred(workspaceId)
  const referred = await findReferred(store, options)
  const unreferred = [...stored].filter((hash) => !referred.has(hash))
  const due = unreferred.filter((hash) => (marked.get(hash) ?? Number.POSITIVE_INFINITY) <= now - grace)
  const fresh = unreferred.filter((hash) => !marked.has(hash))
  await store.commit([
    ...store.sweeps.spare(
      workspaceId,
      [...marked.keys()].filter((hash) => !stored.has(hash) || referred.has(hash)),
    ),
    ...store.sweeps.remove({ workspaceId, hashes: due, markedBefore: now - grace }),
    ...(fresh.length > 0 ? store.sweeps.mark({ workspaceId, hashes: fresh, since: now }) : []),
  ])
  return { found: stored.size, removed: due.length, waiting: unreferred.length - due.length }
}

async function collect(
  pages: AsyncIterable<readonly string[]>,
  options: SweepOptions,
): Promise<ReadonlySet<string>> {
  const all = new Set<string>()
  for await (const page of pages) {
    for (const hash of page) all.add(hash)
    await letOthersGo(options)
  }
  return all
}

/** A file is read on the thread that serves everyone. */
async function letOthersGo({ signal }: SweepOptions): Promise<void> {
  await setImmediate()
  signal?.throwIfAborted()
}

/** Every hash that a state or a call names, and that pages of them name. */
async function findReferred(store: SweptStore, options: SweepOptions): Promise<ReadonlySet<string>> {
  const { workspaceId, openCall } = options
  const referred = new Set<string>()
  const read = new Set<string>()
  for await (const roots of store.sweeps.roots(workspaceId)) {
    let pages = new Set<string>()
    for (const root of roots) {
      const json = root.kind === 'clear' ? root.json : await openCall(root.place, root.bytes)
      take(json, referred, pages)
    }
    // Each page is read once, whatever names it.
    while (pages.size > 0) {
      const unread = [...pages].filter((hash) => !read.has(hash))
      pages = new Set()
      for (const chunk of inChunks(unread)) {
        for (const text of await readPages(store, options, chunk)) take(text, referred, pages)
        for (const hash of chunk) read.add(hash)
      }
    }
    await letOthersGo(options)
  }
  return referred
}

function take(json: string, referred: Set<string>, pages: Set<string>): void {
  const named = namedHashes(JSON.parse(json))
  for (const hash of named.texts) referred.add(hash)
  for (const hash of named.pages) {
    referred.add(hash)
    pages.add(hash)
  }
}

/** Wherever they are: a page may be stored twice, once for states and once, sealed, for calls. */
async function readPages(
  { objects, callPages }: SweptStore,
  { workspaceId, openPage }: SweepOptions,
  hashes: readonly string[],
): Promise<readonly string[]> {
  const texts = await objects.getMany(workspaceId, hashes)
  const rest = hashes.filter((hash) => !texts.has(hash))
  const sealed = await callPages.getMany(workspaceId, rest)
  const opened = await Promise.all([...sealed].map(([hash, bytes]) => openPage(hash, bytes)))
  return [...texts.values(), ...opened]
}

/** Hashes that packed JSON names: of texts, and of pages, which name others. */
interface NamedHashes {
  readonly texts: ReadonlySet<string>
  readonly pages: ReadonlySet<string>
}

/** Walks packed JSON; the same names as `unpackJson` follows. */
export function namedHashes(root: unknown): NamedHashes {
  const texts = new Set<string>()
  const pages = new Set<string>()
  const open: unknown[] = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) {
      const { $text: text, $pages: list } = value as { readonly $text?: unknown; readonly $pages?: unknown }
      if (typeof text === 'string') texts.add(text)
      if (Array.isArray(list)) for (const hash of list) pages.add(String(hash))
    }
    for (const item of Object.values(value)) open.push(item)
  }
  return { texts, pages }
}
