import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { readHeader, STATE_VERSION, type StateHeader } from './sealed-file.ts'

/** The state of a prompt as it is known by its beginnings: each with its number of tokens. */
export type LinkEnds = readonly (readonly [link: string, tokens: number])[]

/** Whose state it is. */
export interface StateOwner {
  readonly workspace: string
  readonly chat: string
  /** Names model file and runtime. */
  readonly model: string
  /** Requests only append as long as it is the same. */
  readonly epoch: string
}

export interface KeptStatesOptions {
  readonly folder: string
  /** The key of a workspace; undefined where there is none now, and then nothing is kept or found. */
  readonly keyOf: (workspace: string) => Promise<Uint8Array | undefined>
  /** Bytes. */
  readonly limit: () => number
}

/** A state on disk, and what of the prompt it holds. */
export interface FoundState extends Shared {
  readonly path: string
  readonly key: Uint8Array
  readonly bytes: number
}

interface KeptState {
  readonly path: string
  readonly workspace: string
  readonly header: StateHeader
  readonly bytes: number
  /** Counts on: the smallest was used the longest time ago. */
  used: number
}

/** Branches of one chat that are kept. */
const MOST_OF_A_CHAT = 3

/** What models have read, on disk: found by how a prompt begins, and bounded. */
export class KeptStates {
  readonly #options: KeptStatesOptions
  #states: KeptState[] | undefined
  #uses = 0

  constructor(options: KeptStatesOptions) {
    this.#options = options
  }

  /** The state that holds most of a prompt. */
  async find(
    { workspace, model }: Pick<StateOwner, 'workspace' | 'model'>,
    links: readonly string[],
  ): Promise<FoundState | undefined> {
    const states = (await this.#load()).filter((one) => one.workspace === nameOf(workspace))
    const key = states.length === 0 ? undefined : await this.#options.keyOf(workspace)
    if (!key) return undefined
    const secret = secretsOf(key, links)
    let best: FoundState | undefined
    for (const { header, path, bytes } of states) {
      if (header.model !== model) continue
      const shared = sharedWith(header.links, secret)
      if (shared.tokens > (best?.tokens ?? 0)) best = { ...shared, path, key, bytes }
    }
    return best
  }

  /** It has been read: it stays longer. */
  async touch(path: string): Promise<void> {
    const state = this.#states?.find((one) => one.path === path)
    if (state) state.used = this.#uses += 1
    await utimes(path, new Date(), new Date()).catch(() => undefined)
  }

  /**
   * Has a state written, and drops what it makes worthless: earlier states of the same branch, and those of an earlier
   * epoch of the chat. `write` gives the number of bytes.
   */
  async keep(
    owner: StateOwner,
    links: LinkEnds,
    tokens: number,
    write: (
      place: { readonly path: string; readonly key: Uint8Array },
      header: StateHeader,
    ) => Promise<number>,
  ): Promise<boolean> {
    const states = await this.#load()
    const key = this.#options.limit() > 0 ? await this.#options.keyOf(owner.workspace) : undefined
    if (!key) return false
    const secret = secretsOf(
      key,
      links.map(([link]) => link),
    )
    const header = {
      version: STATE_VERSION,
      model: owner.model,
      chat: secretOf(key, `chat ${owner.chat}`),
      epoch: secretOf(key, `epoch ${owner.epoch}`),
      links: links.map(([, end], index): [string, number] => [secret[index] ?? '', end]),
      tokens,
    }
    const folder = join(this.#options.folder, nameOf(owner.workspace))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${randomBytes(12).toString('hex')}.state`)
    const bytes = await write({ path, key }, header).catch(async (error: unknown) => {
      // Killed while writing, the process leaves half a file.
      await rm(`${path}.part`, { force: true })
      throw error
    })
    this.#uses += 1
    const kept: KeptState = { path, workspace: nameOf(owner.workspace), header, bytes, used: this.#uses }
    states.push(kept)
    const own = states.filter(
      (one) => one !== kept && one.header.chat === header.chat && one.header.model === header.model,
    )
    const worthless = own.filter(
      (one) => one.header.epoch !== header.epoch || isBeginning(one.header.links, header.links),
    )
    const branches = own.filter((one) => !worthless.includes(one)).toSorted((a, b) => b.used - a.used)
    await this.#remove([...worthless, ...branches.slice(MOST_OF_A_CHAT - 1)])
    await this.#makeRoom()
    return states.includes(kept)
  }

  /** Deletes what is kept of a chat. */
  async forgetChat(workspace: string, chat: string): Promise<void> {
    const states = (await this.#load()).filter((one) => one.workspace === nameOf(workspace))
    const key = states.length === 0 ? undefined : await this.#options.keyOf(workspace)
    const name = key && secretOf(key, `chat ${chat}`)
    // Without the key nobody can tell which are the chat's.
    await this.#remove(states.filter(({ header }) => name === undefined || header.chat === name))
  }

  /** Deletes what is kept of a workspace. */
  async forgetWorkspace(workspace: string): Promise<void> {
    await this.#remove((await this.#load()).filter((one) => one.workspace === nameOf(workspace)))
    await rm(join(this.#options.folder, nameOf(workspace)), { recursive: true, force: true })
  }

  /** Deletes what is kept for a model. */
  async forgetModel(model: string): Promise<void> {
    await this.#remove((await this.#load()).filter((one) => one.header.model === model))
  }

  /** A file that turned out to be unusable. */
  async drop(path: string): Promise<void> {
    await this.#remove((await this.#load()).filter((one) => one.path === path))
  }

  /** What the states take on disk, within the limit as it is now. */
  async size(): Promise<{ readonly count: number; readonly bytes: number }> {
    const states = await this.#load()
    await this.#makeRoom()
    return { count: states.length, bytes: bytesOf(states) }
  }

  async #makeRoom(): Promise<void> {
    const states = await this.#load()
    const oldest = states.toSorted((a, b) => a.used - b.used)
    while (bytesOf(states) > this.#options.limit() && oldest.length > 0)
      await this.#remove([oldest.shift() as KeptState])
  }

  async #remove(gone: readonly KeptState[]): Promise<void> {
    const states = this.#states ?? []
    for (const one of gone) {
      const index = states.indexOf(one)
      if (index !== -1) states.splice(index, 1)
      await rm(one.path, { force: true })
    }
  }

  /** Reads once what earlier runs have kept; what is none of ours or of another version goes. */
  async #load(): Promise<KeptState[]> {
    if (this.#states) return this.#states
    const found: (KeptState & { time: number })[] = []
    const { folder } = this.#options
    for (const workspace of await readdir(folder).catch(() => [])) {
      for (const name of await readdir(join(folder, workspace)).catch(() => [])) {
        if (!/\.state(?:\.part)?$/.test(name)) continue
        const path = join(folder, workspace, name)
        const read = await readHeader(path).catch(() => undefined)
        if (!read || name.endsWith('.part') || read.header.version !== STATE_VERSION) {
          await rm(path, { force: true })
          continue
        }
        found.push({ path, workspace, header: read.header, bytes: read.bytes, used: 0, time: read.time })
      }
    }
    found.sort((a, b) => a.time - b.time)
    for (const state of found) state.used = this.#uses += 1
    this.#states ??= found
    await this.#makeRoom()
    return this.#states
  }
}

/** What two prompts share. */
export interface Shared {
  readonly tokens: number
  readonly parts: number
}

/** What two prompts share, told from the names of their beginnings. */
export function sharedWith(held: LinkEnds, links: readonly string[]): Shared {
  let tokens = 0
  let parts = 0
  for (const [link, end] of held) {
    if (links[parts] !== link) break
    tokens = end
    parts += 1
  }
  return { tokens, parts }
}

function isBeginning(short: LinkEnds, long: LinkEnds): boolean {
  const last = short.at(-1)
  return last !== undefined && long[short.length - 1]?.[0] === last[0]
}

/** Names on disk tell nothing: nobody can guess a text and look whether it was read. */
function secretOf(key: Uint8Array, name: string): string {
  return createHmac('sha256', key).update(name).digest('base64url').slice(0, 22)
}

function secretsOf(key: Uint8Array, links: readonly string[]): readonly string[] {
  return links.map((link) => secretOf(key, link))
}

/** Ids come from others: they are no part of a path. */
function nameOf(workspace: string): string {
  return createHmac('sha256', 'workspace').update(workspace).digest('hex').slice(0, 24)
}

function bytesOf(states: readonly KeptState[]): number {
  return states.reduce((sum, { bytes }) => sum + bytes, 0)
}
