import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  type FileHandle,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { InstalledModel, ModelDownloadView } from '@varve/contract'
import { isProcessRunning, makePrivateFolder } from '@varve/workspace'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { isFileThere, listModel, type ModelsFolder } from './models-folder.ts'
import { type ModelSource, openSource, publishedChecksum, sourceLabel, sourceSchema } from './model-source.ts'

/** Data stored with a partial download, so that another run of Varve can continue it. */
const planSchema = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]*$/),
  name: z.string(),
  source: sourceSchema,
  /** Of the catalogue. */
  sha256: z.string().exactOptional(),
  /** What the source said of the file when it was last asked. */
  published: z.string().exactOptional(),
  size: z.number().exactOptional(),
  /** Tells one version of the file from another. */
  validator: z.string().exactOptional(),
})

export type DownloadPlan = z.infer<typeof planSchema>

interface Entry {
  plan: DownloadPlan
  state: ModelDownloadView['state']
  received: number
  bytesPerSecond: number | undefined
  problem: AppError | undefined
  stop: AbortController | undefined
  /** Resolves when it is there, paused, failed or given up. */
  ended: Promise<InstalledModel | undefined>
}

export interface DownloadsOptions {
  readonly folder: ModelsFolder
  readonly now: () => Date
  /** A model has come. */
  readonly onModel: (model: InstalledModel) => void
  readonly report: (message: string) => void
}

/** Kept free beside the model, for everything else on the disk. */
const SPARE_BYTES = 64 * 1024 * 1024

/** A connection that breaks after so much is tried again at once; one that breaks sooner waits for the user. */
const WORTH_RETRYING = 1024 * 1024

/**
 * Downloads of models, one at a time. Each can be paused, resumes where it stopped, and becomes a model when
 * complete.
 */
export class Downloads {
  readonly #options: DownloadsOptions
  readonly #folder: string
  readonly #entries = new Map<string, Entry>()
  #loading: Promise<void> | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(options: DownloadsOptions) {
    this.#options = options
    this.#folder = join(options.folder.path, 'downloads')
  }

  async list(): Promise<readonly ModelDownloadView[]> {
    await this.#load()
    return [...this.#entries.values()].map(viewOf)
  }

  /** Starts a download, or resumes one of the same model. */
  async start(plan: DownloadPlan): Promise<ModelDownloadView> {
    await this.#load()
    const known = this.#entries.get(plan.id)
    if (known?.stop) return viewOf(known)
    if (known && !isSameSource(known.plan.source, plan.source)) await this.#forget(plan.id)
    const entry = this.#entries.get(plan.id) ?? (await this.#add(plan))
    this.#run(entry)
    return viewOf(entry)
  }

  async resume(id: string): Promise<ModelDownloadView> {
    const entry = await this.#require(id)
    this.#run(entry)
    return viewOf(entry)
  }

  async pause(id: string): Promise<ModelDownloadView> {
    const entry = await this.#require(id)
    entry.stop?.abort()
    if (entry.state === 'waiting') Object.assign(entry, { state: 'paused', stop: undefined })
    else await entry.ended
    return viewOf(entry)
  }

  /** Gives a download up, and deletes what has come of it. */
  async cancel(id: string): Promise<void> {
    await this.pause(id)
    await this.#forget(id)
  }

  /** The model, once it is there. Fails as the download does; undefined if it was paused. */
  async ended(id: string): Promise<InstalledModel | undefined> {
    const entry = await this.#require(id)
    const model = await entry.ended
    if (entry.problem) throw entry.problem
    return model
  }

  /** Stops, and keeps what has come. */
  async close(): Promise<void> {
    for (const { stop } of this.#entries.values()) stop?.abort()
    await this.#turn
  }

  #load(): Promise<void> {
    this.#loading ??= this.#loadNow()
    return this.#loading
  }

  async #loadNow(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names.filter((each) => each.endsWith('.json')).toSorted()) {
      const plan = await readPlan(join(this.#folder, name))
      if (plan && `${plan.id}.json` === name)
        this.#entries.set(plan.id, newEntry(plan, 'paused', await sizeOf(this.#partOf(plan.id))))
      else
        this.#options.report(`${join(this.#folder, name)} is no download that can go on, and was left out.`)
    }
  }

  async #add(plan: DownloadPlan): Promise<Entry> {
    const entry = newEntry(plan, 'waiting', 0)
    this.#entries.set(plan.id, entry)
    await this.#keep(entry)
    return entry
  }

  async #require(id: string): Promise<Entry> {
    await this.#load()
    const entry = this.#entries.get(id)
    if (!entry) throw new AppError('file-not-found', 'There is no such download.')
    return entry
  }

  #partOf(id: string): string {
    return join(this.#folder, `${id}.part`)
  }

  async #keep({ plan }: Entry): Promise<void> {
    makePrivateFolder(this.#folder)
    const path = join(this.#folder, `${plan.id}.json`)
    await writeFile(`${path}.new`, `${JSON.stringify(plan)}\n`, { mode: 0o600, flush: true })
    await rename(`${path}.new`, path)
  }

  async #forget(id: string): Promise<void> {
    this.#entries.delete(id)
    await rm(join(this.#folder, `${id}.json`), { force: true })
    await rm(this.#partOf(id), { force: true })
  }

  /** Puts it in line: one download at a time has the whole line, and the whole disk. */
  #run(entry: Entry): void {
    if (entry.stop) return
    const stop = new AbortController()
    Object.assign(entry, { stop, state: 'waiting', problem: undefined, bytesPerSecond: undefined })
    entry.ended = this.#turn.then(() => (stop.signal.aborted ? undefined : this.#runNow(entry, stop.signal)))
    this.#turn = entry.ended
  }

  async #runNow(entry: Entry, signal: AbortSignal): Promise<InstalledModel | undefined> {
    let unlock: (() => Promise<void>) | undefined
    try {
      unlock = await lock(this.#folder)
      entry.state = 'running'
      await this.#fetch(entry, signal)
      entry.state = 'checking'
      const model = await this.#finish(entry, signal)
      this.#options.onModel(model)
      return model
    } catch (error) {
      entry.received = await sizeOf(this.#partOf(entry.plan.id))
      if (signal.aborted) entry.state = 'paused'
      else Object.assign(entry, { state: 'failed', problem: explain(error, entry) })
      return undefined
    } finally {
      await unlock?.().catch((error: unknown) => this.#options.report(String(error)))
      entry.stop = undefined
      entry.bytesPerSecond = undefined
    }
  }

  async #fetch(entry: Entry, signal: AbortSignal): Promise<void> {
    for (;;) {
      const before = await sizeOf(this.#partOf(entry.plan.id))
      try {
        return await this.#fetchOnce(entry, before, signal)
      } catch (error) {
        const isBroken = !(error instanceof AppError) && !isDiskError(error)
        if (signal.aborted || !isBroken || entry.received - before < WORTH_RETRYING) throw error
      }
    }
  }

  async #fetchOnce(entry: Entry, have: number, signal: AbortSignal): Promise<void> {
    const { plan } = entry
    const { validator, published = plan.sha256 } = plan
    const begin = validator !== undefined || published !== undefined ? have : 0
    const opened = await openSource(plan.source, { begin, validator, signal })
    const { total } = opened
    const { id, name, source, sha256 } = plan
    entry.received = opened.begin
    entry.plan = {
      id,
      name,
      source,
      ...(sha256 === undefined ? {} : { sha256 }),
      ...(opened.sha256 === undefined ? {} : { published: opened.sha256 }),
      ...(total === undefined ? {} : { size: total }),
      ...(opened.validator === undefined ? {} : { validator: opened.validator }),
    }
    await this.#keep(entry)
    if (total !== undefined) await requireSpace(this.#folder, total - opened.begin)
    const file = await open(this.#partOf(plan.id), opened.begin === 0 ? 'w+' : 'r+', 0o600)
    try {
      const isOpenEnded = total === undefined
      await copy(entry, opened.body, file, isOpenEnded ? () => requireSpace(this.#folder, 0) : undefined)
      await file.sync()
    } finally {
      await file.close()
    }
    if (total !== undefined && entry.received < total)
      throw new Error(`The connection broke off after ${entry.received} of ${total} bytes.`)
  }

  /** What came is checked before it becomes a model: its checksum, if one was published, and its header. */
  async #finish(entry: Entry, signal: AbortSignal): Promise<InstalledModel> {
    const { folder, now } = this.#options
    const { id, name, source, published } = entry.plan
    const part = this.#partOf(id)
    const sha256 = await hashFile(part, signal)
    const expected = entry.plan.sha256 ?? published ?? (await publishedChecksum(source, signal))
    if (expected !== undefined && expected.toLowerCase() !== sha256) {
      await rm(part, { force: true })
      throw new AppError(
        'model-not-fetched',
        `What came is not the file that was published: its SHA-256 is ${sha256}, and ${expected} was expected. It was deleted. Try again, or choose another source.`,
      )
    }
    const path = await freePath(folder, id)
    await rename(part, path)
    try {
      const model = await listModel(folder, path, { id, name, sha256, added: now() })
      await this.#forget(id)
      return model
    } catch (error) {
      // It is no model, so nothing is lost, and a new try begins at the start.
      await rm(path, { force: true })
      throw error
    }
  }
}

function newEntry(plan: DownloadPlan, state: Entry['state'], received: number): Entry {
  return {
    plan,
    state,
    received,
    bytesPerSecond: undefined,
    problem: undefined,
    stop: undefined,
    ended: Promise.resolve(undefined),
  }
}

function viewOf({ plan, state, received, bytesPerSecond, problem }: Entry): ModelDownloadView {
  return {
    id: plan.id,
    name: plan.name,
    from: sourceLabel(plan.source),
    state,
    received,
    ...(plan.size === undefined ? {} : { size: plan.size }),
    ...(bytesPerSecond === undefined ? {} : { bytesPerSecond }),
    ...(problem === undefined ? {} : { problem: { code: problem.code, message: problem.message } }),
  }
}

const MAGIC = 'GGUF'

/** So much is written between two looks at the disk, if nobody said how much comes. */
const UNANNOUNCED_BYTES = 8 * 1024 * 1024

/** Writes what comes behind what is there, and stops as soon as it can be no model. */
async function copy(
  entry: Entry,
  body: AsyncIterable<Uint8Array>,
  file: FileHandle,
  checkSpace?: () => Promise<void>,
): Promise<void> {
  const { size } = entry.plan
  let checked = entry.received
  let isChecked = false
  let since = { at: performance.now(), received: entry.received }
  for await (const chunk of body) {
    await file.write(chunk, 0, chunk.byteLength, entry.received)
    entry.received += chunk.byteLength
    if (checkSpace && entry.received - checked >= UNANNOUNCED_BYTES) {
      await checkSpace()
      checked = entry.received
    }
    if (size !== undefined && entry.received > size)
      throw new AppError(
        'model-not-fetched',
        `More than the announced ${size} bytes came. Try another source.`,
      )
    if (!isChecked && entry.received >= MAGIC.length) {
      isChecked = true
      const { buffer } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
      if (buffer.toString('latin1') !== MAGIC) {
        await file.truncate(0)
        throw new AppError(
          'model-not-fetched',
          `${sourceLabel(entry.plan.source)} sent something else than a model, perhaps a page to sign in. Try another source.`,
        )
      }
    }
    const seconds = (performance.now() - since.at) / 1000
    if (seconds < 1) continue
    entry.bytesPerSecond = Math.round((entry.received - since.received) / seconds)
    since = { at: performance.now(), received: entry.received }
  }
}

async function requireSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (needed + SPARE_BYTES <= free) return
  throw new AppError(
    'disk-full',
    `The rest of the model takes ${gigabytes(needed)}, and ${gigabytes(free)} are free in ${folder}. Make room, then resume.`,
  )
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { signal, highWaterMark: 1024 * 1024 }))
    hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}

/** A file of that name may be there without being listed, as when a user put it there: it stays. */
async function freePath(folder: ModelsFolder, id: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = join(folder.path, number === 1 ? `${id}.gguf` : `${id}-${number}.gguf`)
    if (!(await isFileThere(path))) return path
  }
}

/** Two programs do not write the same part: the second one says who has it. */
async function lock(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'lock')
  makePrivateFolder(folder)
  const owner = Number(await readFile(path, 'utf8').catch(() => ''))
  if (owner > 0 && owner !== process.pid && isProcessRunning(owner) && (await isWritten(folder)))
    throw new AppError(
      'data-in-use',
      `Another Varve (process ${owner}) is getting a model into ${folder}. Wait for it, or pause it there.`,
    )
  await writeFile(path, String(process.pid), { mode: 0o600 })
  return () => rm(path, { force: true })
}

const IDLE_MILLISECONDS = 150_000

/** After a crash the number of the process may be another one's: then no part grows. */
async function isWritten(folder: string): Promise<boolean> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.part') || name === 'lock')
  const times = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return Date.now() - Math.max(0, ...times) < IDLE_MILLISECONDS
}

function explain(error: unknown, { received, plan }: Entry): AppError {
  if (error instanceof AppError) return error
  const cause = { cause: error }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (isDiskError(error))
    return new AppError(
      code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'disk-failed',
      `The model can't be written (${code}). What came is kept. Make room, then resume.`,
      cause,
    )
  const words = error instanceof Error ? error.message.replace(/\.?$/, '.') : String(error)
  const kept = received > 0 ? ` What came is kept: resume to go on.` : ' Try again, or choose another source.'
  return new AppError('model-not-fetched', `${sourceLabel(plan.source)}: ${words}${kept}`, cause)
}

function isDiskError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^(?:ENOSPC|EDQUOT|EIO|EROFS|EACCES|EPERM|EFBIG)$/.test(code)
}

async function readPlan(path: string): Promise<DownloadPlan | undefined> {
  try {
    return planSchema.safeParse(JSON.parse(await readFile(path, 'utf8'))).data
  } catch {
    return undefined
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

function isSameSource(one: ModelSource, other: ModelSource): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
