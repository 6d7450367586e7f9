import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import type { FoundRuntime } from './find-runtime.ts'
import type {
  FromProcess,
  Generation,
  LoadedModel,
  LoadRequest,
  ProcessFault,
  ReadResult,
  ToProcess,
} from './process/messages.ts'
import { linksOf, type Prompt } from './prompt/prompt.ts'
import {
  type FoundState,
  KeptStates,
  type LinkEnds,
  type Shared,
  sharedWith,
  type StateOwner,
} from './states/kept-states.ts'

export interface LocalEngineSettings {
  readonly threads?: number | undefined
  /** Bytes. */
  readonly memoryLimit?: number | undefined
  readonly idleMilliseconds: number
  /** Bytes. */
  readonly stateLimit: number
}

export interface LocalEngineOptions {
  /** For states and measured speeds. */
  readonly folder: string
  /** Where llama.cpp is; undefined as long as it is not installed. */
  readonly runtime: () => FoundRuntime | undefined
  readonly settings: () => LocalEngineSettings
  readonly keyOf: (workspace: string) => Promise<Uint8Array | undefined>
  readonly report: (message: string) => void
  readonly gpu?: 'auto' | false
  readonly flashAttention?: 'auto' | false
  /** Milliseconds without work after which a state is kept. */
  readonly keepAfter?: number
}

export interface LocalModelFile {
  readonly path: string
  /** Tokens. */
  readonly context: number
  /** Of the file. */
  readonly bytes: number
  /** What each token of the context takes; undefined where the file does not say. */
  readonly bytesPerToken: number | undefined
}

export interface LocalRequest {
  readonly model: LocalModelFile
  readonly prompt: Prompt
  readonly workspace: string
  readonly chat: string
  /** Absent for a call apart from a chat: its state is not kept. */
  readonly epoch?: string | undefined
}

export type LocalEvent =
  | { readonly kind: 'loading' }
  | { readonly kind: 'progress'; readonly read: number; readonly of: number }
  | { readonly kind: 'text'; readonly delta: string }
  | ({ readonly kind: 'done' } & ReadResult)

export type LocalFault = ProcessFault | 'crashed' | 'model-missing'

export class LocalError extends Error {
  readonly code: LocalFault

  constructor(code: LocalFault, message: string) {
    super(message)
    this.name = 'LocalError'
    this.code = code
  }
}

/** How long a prompt will take to be read, as far as that was measured on this machine. */
export interface ReadingForecast {
  /** About. */
  readonly readTokens: number
  /** Tokens that are not read again: in memory, or restored from disk. */
  readonly heldTokens: number
  readonly from: 'memory' | 'disk' | 'nothing'
  /** Absent before anything was measured. */
  readonly seconds?: number
}

export interface LocalStatus {
  readonly runtime: boolean
  readonly model?: string
  readonly loaded?: LoadedModel
  /** The process that it runs in. */
  readonly pid?: number | undefined
  readonly states: { readonly count: number; readonly bytes: number }
}

interface Job {
  readonly kind: 'answer' | 'read-ahead'
  readonly request: LocalRequest
  readonly generation: Generation | undefined
  readonly tell: (event: LocalEvent) => void
  readonly finish: (error?: LocalError) => void
  isStopped: boolean
  /** Its number while it runs. */
  id?: number
}

interface Held {
  readonly owner: StateOwner
  readonly keeps: boolean
  readonly links: LinkEnds
  readonly tokens: number
  /** As many of them are on disk. */
  saved: number
}

interface Speeds {
  readonly [model: string]: { readonly tokensPerSecond: number; readonly restoreBytesPerSecond?: number }
}

/** Less than this is read as soon as it is restored. */
const FEWEST_TOKENS = 256
/** Fewer tokens than this are read again rather than restored or saved. */
const WORTH_RESTORING = 64
/** Bytes a second, before it was measured. */
const USUAL_RESTORING = 200e6
const KEEP_AFTER = 1500
const CLOSE_MILLISECONDS = 5000

/**
 * Runs models on this machine, one at a time, in a process of its own: it may crash, and is started again when it is
 * next needed. What a chat's model has read is kept on disk and restored.
 */
export class LocalEngine {
  readonly states: KeptStates
  readonly #options: LocalEngineOptions
  readonly #waiting: Job[] = []
  #running: Job | undefined
  /** What memory holds at least while a job runs. */
  #kept: Pick<Held, 'owner' | 'links'> | undefined
  #process: ModelProcess | undefined
  #held: Held | undefined
  #idle: NodeJS.Timeout | undefined
  #keeping: NodeJS.Timeout | undefined
  #isClosed = false
  #lastId = 0
  /** Names what was last read ahead. */
  #aheadOf: string | undefined
  #work: Promise<void> = Promise.resolve()
  #speeds: Promise<Speeds> | undefined
  readonly #names = new Map<string, Promise<string>>()

  constructor(options: LocalEngineOptions) {
    this.#options = options
    this.states = new KeptStates({
      folder: join(options.folder, 'states'),
      keyOf: options.keyOf,
      limit: () => options.settings().stateLimit,
    })
  }

  /** Answers a prompt. @throws LocalError */
  async *answer(
    request: LocalRequest,
    generation: Generation,
    signal: AbortSignal,
  ): AsyncGenerator<LocalEvent, void, undefined> {
    const events: LocalEvent[] = []
    let wake = (): void => undefined
    let end: { readonly error: LocalError | undefined } | undefined
    const job: Job = {
      kind: 'answer',
      request,
      generation,
      isStopped: signal.aborted,
      tell: (event) => {
        events.push(event)
        wake()
      },
      finish: (error) => {
        end = { error }
        wake()
      },
    }
    const stop = (): void => this.#stop(job)
    signal.addEventListener('abort', stop, { once: true })
    try {
      this.#add(job)
      for (;;) {
        yield* events.splice(0)
        if (end && events.length === 0) {
          if (end.error) throw end.error
          return
        }
        if (events.length === 0 && !end)
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    } finally {
      signal.removeEventListener('abort', stop)
      this.#stop(job)
    }
  }

  /**
   * Reads a prompt while nothing else is asked, all but its last part, which is still being written. Another one takes
   * its place.
   */
  readAhead(request: LocalRequest): void {
    const name = linksOf(request.prompt).flat().at(-2)
    const ahead = [...this.#waiting, this.#running].filter(
      (job) => job?.kind === 'read-ahead' && !job.isStopped,
    )
    if (this.#aheadOf === name && (this.#held || ahead.length > 0)) return
    this.#aheadOf = name
    for (const job of ahead) if (job) this.#stop(job)
    const nothing = (): void => undefined
    this.#add({
      kind: 'read-ahead',
      request,
      generation: undefined,
      isStopped: false,
      tell: nothing,
      finish: nothing,
    })
  }

  /** What reading a prompt will take. `count` tells its tokens, about. */
  async forecast(request: LocalRequest, count: number): Promise<ReadingForecast> {
    const { workspace } = request
    const model = await this.#nameOf(request.model)
    const links = linksOf(request.prompt).flat()
    const inMemory = this.#sharedWith(model, workspace, links)
    const found = await this.states.find({ workspace, model }, links)
    const onDisk = found && found.tokens > inMemory.tokens + WORTH_RESTORING ? found : undefined
    const held = onDisk ?? inMemory
    // Text after what is held, by its share of the whole: only the model itself could count it.
    const sizes = sizesOf(request.prompt)
    const size = sizes.reduce((sum, one) => sum + one, 0)
    const rest = sizes.slice(held.parts).reduce((sum, one) => sum + one, 0)
    const readTokens = Math.ceil(count * (size === 0 ? 0 : rest / size))
    const from = onDisk ? 'disk' : held.tokens > 0 ? 'memory' : 'nothing'
    const base = { readTokens, heldTokens: held.tokens, from } as const
    const speed = (await this.#readSpeeds())[model]
    if (!speed) return base
    const restoring = onDisk ? onDisk.bytes / (speed.restoreBytesPerSecond ?? USUAL_RESTORING) : 0
    return { ...base, seconds: restoring + readTokens / speed.tokensPerSecond }
  }

  /** Deletes what is kept of a chat, in memory too. */
  async forgetChat(workspace: string, chat: string): Promise<void> {
    await this.#settled(async () => {
      const { owner } = this.#held ?? {}
      if (owner?.workspace === workspace && owner.chat === chat) this.#held = undefined
      await this.states.forgetChat(workspace, chat)
    })
  }

  async forgetWorkspace(workspace: string): Promise<void> {
    await this.#settled(async () => {
      if (this.#held?.owner.workspace === workspace) this.#held = undefined
      await this.states.forgetWorkspace(workspace)
    })
  }

  /** Takes a model out of memory, with all that is kept for it: its file will be deleted. */
  async forgetModel(file: LocalModelFile): Promise<void> {
    await this.#settled(async () => {
      if (this.#process?.path === file.path) this.#endProcess()
      const model = await this.#nameOf(file).catch(() => undefined)
      if (model !== undefined) await this.states.forgetModel(model)
    })
  }

  async status(): Promise<LocalStatus> {
    const { path, about, pid } = this.#process ?? {}
    return {
      runtime: this.#options.runtime() !== undefined,
      ...(path === undefined || !about ? {} : { model: path, loaded: about, pid }),
      states: await this.states.size(),
    }
  }

  /** Keeps the state of the chat in memory, and gives the memory back. */
  async unload(): Promise<void> {
    await this.#settled(async () => {
      await this.#keepHeld()
      this.#endProcess()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const job of [...this.#waiting, this.#running]) if (job) this.#stop(job)
    const patience = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MILLISECONDS).unref())
    await Promise.race([this.unload(), patience])
    this.#endProcess()
  }

  #add(job: Job): void {
    if (this.#isClosed) return job.finish(new LocalError('failed', 'Varve is closing.'))
    clearTimeout(this.#idle)
    clearTimeout(this.#keeping)
    this.#waiting.push(job)
    // Reading ahead gives way to anything that somebody waits for.
    if (job.kind === 'answer' && this.#running?.kind === 'read-ahead') this.#stop(this.#running)
    this.#work = this.#work.then(() => this.#runNext())
  }

  #stop(job: Job): void {
    job.isStopped = true
    const index = this.#waiting.indexOf(job)
    if (index !== -1) this.#waiting.splice(index, 1)
    // Its model may still be loading: nobody waits for that.
    if (job.id === undefined) job.finish()
    else this.#process?.send({ kind: 'stop', id: job.id })
  }

  /** Does something between two jobs. */
  #settled(act: () => Promise<void>): Promise<void> {
    const done = this.#work.then(act)
    this.#work = done.catch(() => undefined)
    return done
  }

  async #runNext(): Promise<void> {
    const next = this.#waiting.find(({ kind }) => kind === 'answer') ?? this.#waiting[0]
    if (!next) return
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#running = next
    try {
      await this.#run(next)
      next.finish()
    } catch (error) {
      next.finish(error instanceof LocalError ? error : new LocalError('failed', String(error)))
    } finally {
      this.#running = undefined
      this.#kept = undefined
      this.#rest()
    }
  }

  async #run(job: Job): Promise<void> {
    const { request, generation } = job
    if (job.isStopped) return
    if (job.kind === 'answer') this.#aheadOf = undefined
    const model = await this.#nameOf(request.model)
    if (this.#process?.isGone) this.#endProcess()
    const threads = this.#options.settings().threads ?? defaultThreads()
    if (this.#process?.path !== request.model.path || this.#process.threads !== threads) {
      // Nobody asked for it yet: a model is not loaded to read ahead while another one is in use.
      if (job.kind === 'read-ahead' && this.#process) return
      job.tell({ kind: 'loading' })
      await this.#keepHeld()
      this.#endProcess()
      await this.#startProcess(request.model, threads)
    }
    const own = this.#process
    if (!own || job.isStopped) return
    const links = linksOf(request.prompt)
    const flat = links.flat()
    const { workspace, chat, epoch } = request
    const shared = this.#sharedWith(model, workspace, flat)
    const found = await this.states.find({ workspace, model }, flat)
    const restored = found && found.tokens > shared.tokens + WORTH_RESTORING ? found : undefined
    if (this.#held && this.#held.tokens - (restored ? 0 : shared.tokens) > FEWEST_TOKENS)
      await this.#keepHeld()
    if (job.isStopped) return
    const saved = restored?.tokens ?? Math.min(this.#held?.saved ?? 0, shared.tokens)
    this.#held = undefined
    const owner = { workspace, chat, model, epoch: epoch ?? '' }
    const { tokens, parts } = restored ?? shared
    this.#kept = { owner, links: flat.slice(0, parts).map((link) => [link, tokens] as const) }
    this.#lastId += 1
    job.id = this.#lastId
    const done = await own.run({
      message: {
        kind: 'read',
        id: job.id,
        prompt: request.prompt,
        ...(restored ? { restore: { path: restored.path, key: restored.key } } : {}),
        ...(generation ? { generate: generation } : {}),
      },
      tell: job.tell,
    })
    if (restored)
      await (done.isStateBroken ? this.states.drop(restored.path) : this.states.touch(restored.path))
    const ends: (readonly [string, number])[] = flat.map((link, index) => [
      link,
      done.ends.flat()[index] ?? 0,
    ])
    const known = job.kind === 'read-ahead' ? ends.slice(0, -1) : ends
    this.#held = {
      owner,
      keeps: epoch !== undefined,
      // What was not read to its end is not held.
      links: [
        ...known.filter(([, end]) => end <= done.heldTokens),
        ...(done.answerLink === undefined ? [] : [[done.answerLink, done.heldTokens] as const]),
      ],
      tokens: done.heldTokens,
      saved: done.isStateBroken ? 0 : saved,
    }
    await this.#learnSpeed(model, done, restored)
    job.tell({ kind: 'done', ...done })
  }

  /** After work: keeps the state soon, and gives the memory back later. */
  #rest(): void {
    if (this.#isClosed || this.#waiting.length > 0) return
    const { keepAfter = KEEP_AFTER, settings } = this.#options
    clearTimeout(this.#keeping)
    this.#keeping = setTimeout(
      () => void this.#settled(() => this.#keepHeld()).catch(() => undefined),
      keepAfter,
    )
    this.#keeping.unref()
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.unload().catch(() => undefined), settings().idleMilliseconds)
    this.#idle.unref()
  }

  #sharedWith(model: string, workspace: string, links: readonly string[]): Shared {
    const held = this.#held ?? this.#kept
    if (!held || held.owner.workspace !== workspace || held.owner.model !== model)
      return { tokens: 0, parts: 0 }
    return sharedWith(held.links, links)
  }

  /** Writes the state in memory to disk where that is worth it. */
  async #keepHeld(): Promise<void> {
    const held = this.#held
    const own = this.#process
    if (!held?.keeps || !own || own.isGone || held.tokens < FEWEST_TOKENS) return
    if (held.tokens - held.saved < WORTH_RESTORING) return
    held.saved = held.tokens
    try {
      await this.states.keep(held.owner, held.links, held.tokens, async (place, header) => {
        this.#lastId += 1
        return own.save({ kind: 'save', id: this.#lastId, place, header })
      })
    } catch (error) {
      this.#options.report(
        `What the model has read could not be kept, so this chat is read again when it is reopened. ${String(error)}`,
      )
    }
  }

  async #startProcess(model: LocalModelFile, threads: number): Promise<void> {
    const { gpu = 'auto', flashAttention = 'auto', settings, folder } = this.#options
    const runtime = requireRuntime(this.#options.runtime())
    requireFits(model, settings().memoryLimit)
    this.#process = await ModelProcess.start({
      runtime: runtime.url,
      modelPath: model.path,
      threads,
      context: model.context,
      gpu,
      flashAttention,
      folder,
    })
  }

  #endProcess(): void {
    this.#process?.end()
    this.#process = undefined
    this.#held = undefined
  }

  /** Names a model file, and the runtime: states depend on both. */
  async #nameOf({ path }: LocalModelFile): Promise<string> {
    const info = await stat(path).catch(() => {
      throw new LocalError(
        'model-missing',
        `The model file is not there: ${path}. Get the model again, or remove it.`,
      )
    })
    const version = this.#options.runtime()?.version ?? ''
    const known = `${path} ${info.size} ${info.mtimeMs} ${version}`
    const name = this.#names.get(known) ?? sampleFile(path, info.size, version)
    this.#names.set(known, name)
    return name
  }

  #readSpeeds(): Promise<Speeds> {
    this.#speeds ??= readFile(join(this.#options.folder, 'speeds.json'), 'utf8')
      .then((text) => JSON.parse(text) as Speeds)
      .catch(() => ({}))
    return this.#speeds
  }

  async #learnSpeed(model: string, done: ReadResult, restored: FoundState | undefined): Promise<void> {
    const { milliseconds, promptTokens, cachedTokens } = done
    const speeds = await this.#readSpeeds()
    const known = speeds[model]
    const read = promptTokens - cachedTokens
    const isMeasured = read >= FEWEST_TOKENS && done.finish !== 'stopped' && milliseconds.read > 0
    const tokensPerSecond = isMeasured
      ? blend(known?.tokensPerSecond, (read * 1000) / milliseconds.read)
      : known?.tokensPerSecond
    const wasRestored = restored && !done.isStateBroken && milliseconds.restore > 0
    const restoreBytesPerSecond = wasRestored
      ? blend(known?.restoreBytesPerSecond, (restored.bytes * 1000) / milliseconds.restore)
      : known?.restoreBytesPerSecond
    if (tokensPerSecond === undefined || (!isMeasured && !wasRestored)) return
    const next: Speeds = {
      ...speeds,
      [model]: { tokensPerSecond, ...(restoreBytesPerSecond === undefined ? {} : { restoreBytesPerSecond }) },
    }
    this.#speeds = Promise.resolve(next)
    const path = join(this.#options.folder, 'speeds.json')
    await writeFile(`${path}.part`, JSON.stringify(next))
      .then(() => rename(`${path}.part`, path))
      .catch(() => undefined)
  }
}

/** How long each part of a prompt is, as its links count them. */
function sizesOf({ tools, messages }: Prompt): readonly number[] {
  return [
    JSON.stringify(tools).length - EMPTY_LIST,
    ...messages.flatMap(({ role, parts, calls }) => {
      if (role !== 'assistant') return parts.map((part) => part.length)
      return [parts.join('').length + calls.reduce((sum, call) => sum + call.arguments.length, 0)]
    }),
  ]
}

const EMPTY_LIST = 2

function blend(known: number | undefined, measured: number): number {
  return known === undefined ? measured : known * 0.6 + measured * 0.4
}

const SAMPLE = 1024 * 1024

/** Names a file by its size and by samples of what it holds. */
export async function sampleFile(path: string, size: number, version: string): Promise<string> {
  const hash = createHash('sha256').update(`${size} ${version}`)
  const file = await open(path, 'r')
  try {
    for (const at of [0, Math.floor(size / 2), Math.max(0, size - SAMPLE)]) {
      const buffer = Buffer.alloc(Math.min(SAMPLE, size))
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at)
      hash.update(buffer.subarray(0, bytesRead))
    }
    return hash.digest('base64url')
  } finally {
    await file.close()
  }
}

/** The machine keeps a part of its memory for everything else. */
const DEFAULT_SHARE = 0.75

/**
 * One thread less than there are cores: where something else needs a core, the threads of a model wait for each other,
 * and each word takes many times as long.
 */
export function defaultThreads(cores = availableParallelism()): number {
  return Math.max(1, cores - 1)
}

export function requireRuntime(found: FoundRuntime | undefined): FoundRuntime {
  if (found) return found
  throw new LocalError(
    'no-runtime',
    'llama.cpp, which runs models, is not installed. Get it under Models and keys in Settings, or with varve models runtime.',
  )
}

export function requireFits(
  { bytes, bytesPerToken = 0, context }: LocalModelFile,
  limit = totalmem() * DEFAULT_SHARE,
): void {
  const needed = bytes + bytesPerToken * context
  if (needed <= limit) return
  throw new LocalError(
    'no-memory',
    `This model needs about ${gigabytes(needed)} of memory with a context of ${context.toLocaleString('en')} tokens, and it may use ${gigabytes(limit)}. Take a smaller model, or raise the memory limit.`,
  )
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(bytes < 1e9 ? 2 : 1)} GB`
}

interface StartOptions extends Omit<LoadRequest, 'scratch'> {
  /** For states; without it the model makes vectors. */
  readonly folder?: string
}

/** The process that computes, as long as it lives. */
export class ModelProcess {
  readonly path: string
  /** As wanted. */
  readonly threads: number
  readonly about: LoadedModel
  isGone = false
  readonly #child: ChildProcess
  readonly #scratch: string | undefined
  #listener: ((message: FromProcess) => void) | undefined
  #fail: ((error: LocalError) => void) | undefined

  private constructor(
    child: ChildProcess,
    { modelPath, threads, scratch }: Pick<LoadRequest, 'modelPath' | 'threads' | 'scratch'>,
    about: LoadedModel,
  ) {
    this.#child = child
    this.path = modelPath
    this.threads = threads
    this.#scratch = scratch
    this.about = about
    child.on('message', (message: FromProcess) => this.#listener?.(message))
    // Told something at the moment in which it ends: `exit` follows.
    child.on('error', () => undefined)
    child.on('exit', (code, signal) => {
      this.isGone = true
      removeScratch(scratch)
      this.#fail?.(crashed(code, signal))
    })
  }

  static async start({ folder, ...load }: StartOptions): Promise<ModelProcess> {
    const scratch = folder === undefined ? undefined : makeScratch(folder)
    const own = { ...load, ...(scratch === undefined ? {} : { scratch }) }
    const child = fork(new URL('./process/model-process.ts', import.meta.url), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Keys of providers are none of its business.
      env: environmentOf(process.env),
      execArgv: [],
    })
    try {
      const about = await new Promise<LoadedModel>((resolve, reject) => {
        child.on('error', (error) => {
          if (child.pid === undefined) reject(new LocalError('failed', error.message))
        })
        child.once('exit', (code, signal) => reject(crashed(code, signal)))
        child.once('message', (message: FromProcess) => {
          if (message.kind === 'loaded') resolve(message)
          else if (message.kind === 'failed') reject(new LocalError(message.code, message.message))
        })
        child.send({ kind: 'load', ...own } satisfies ToProcess)
      })
      child.unref()
      child.channel?.unref()
      child.removeAllListeners('exit')
      child.removeAllListeners('error')
      return new ModelProcess(child, own, about)
    } catch (error) {
      child.kill('SIGKILL')
      removeScratch(scratch)
      throw error
    }
  }

  send(message: ToProcess): void {
    if (!this.isGone) this.#child.send(message)
  }

  async run({
    message,
    tell,
  }: {
    readonly message: Extract<ToProcess, { kind: 'read' }>
    readonly tell: (event: LocalEvent) => void
  }): Promise<ReadResult> {
    return this.#exchange(message, (heard, resolve) => {
      if (heard.kind === 'progress') tell({ kind: 'progress', read: heard.read, of: heard.of })
      else if (heard.kind === 'text') tell({ kind: 'text', delta: heard.delta })
      else if (heard.kind === 'done') resolve(heard)
    })
  }

  async save(message: Extract<ToProcess, { kind: 'save' }>): Promise<number> {
    return this.#exchange(message, (heard, resolve) => {
      if (heard.kind === 'saved') resolve(heard.bytes)
    })
  }

  async embed(message: Extract<ToProcess, { kind: 'embed' }>): Promise<readonly Float32Array[]> {
    return this.#exchange(message, (heard, resolve) => {
      if (heard.kind === 'vectors') resolve(heard.vectors)
    })
  }

  #exchange<Result>(
    message: ToProcess,
    hear: (heard: FromProcess, resolve: (result: Result) => void) => void,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#fail = reject
      this.#listener = (heard) => {
        if (heard.kind === 'failed') reject(new LocalError(heard.code, heard.message))
        else hear(heard, resolve)
      }
      this.#child.ref()
      this.#child.channel?.ref()
      if (this.isGone) reject(crashed(null, null))
      else this.#child.send(message)
    }).finally(() => {
      this.#listener = undefined
      this.#fail = undefined
      this.#child.unref()
      this.#child.channel?.unref()
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  end(): void {
    this.#fail?.(new LocalError('failed', 'The model was unloaded.'))
    if (!this.isGone) this.#child.kill('SIGKILL')
    removeScratch(this.#scratch)
  }
}

function crashed(code: number | null, signal: NodeJS.Signals | null): LocalError {
  const how = signal === null ? `code ${code}` : signal
  return new LocalError(
    'crashed',
    `The model stopped unexpectedly (${how}); it may have run out of memory. Nothing else is affected. Ask again: it is started again.`,
  )
}

const PASSED_ON =
  /^(?:PATH|HOME|LANG|LC_\w+|TMPDIR|TEMP|TMP|SystemRoot|LD_LIBRARY_PATH|CUDA_\w+|GGML_\w+|VK_\w+|NODE_COMPILE_CACHE)$/i

function environmentOf(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => PASSED_ON.test(name)))
}

const MEMORY_FOLDER = '/dev/shm'
const ROOM_FOR_STATES = 2 * 1024 ** 3

/** How the names of such folders begin. */
export function scratchName(folder: string): string {
  return `varve-state-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}-`
}

function removeScratch(scratch: string | undefined): void {
  if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true })
}

/** Where a state is plain for the moment in which llama.cpp reads or writes it: in memory where there is room. */
function makeScratch(folder: string): string {
  const own = scratchName(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A Varve that was killed may have left a plain state.
  for (const place of [MEMORY_FOLDER, folder])
    for (const name of existsSync(place) ? readdirSync(place) : [])
      if (name.startsWith(own)) rmSync(join(place, name), { recursive: true, force: true })
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    if (bavail * bsize > ROOM_FOR_STATES) return mkdtempSync(join(MEMORY_FOLDER, own))
  } catch {
    // There is none on this machine.
  }
  return mkdtempSync(join(folder, own))
}
