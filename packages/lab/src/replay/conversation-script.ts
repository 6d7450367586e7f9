import { hash } from 'node:crypto'
import {
  type Artifact,
  type ArtifactKey,
  type ArtifactKind,
  type Attachment,
  createArtifact,
  EngineError,
  type ToolDefinition,
  type TurnInput,
} from '@varve/engine'
import { type AnswerRecord, hashText, normalizePath, normalizeUrl, type Source } from '@varve/engine/internal'
import type { TraceAttachment, TraceTurn } from '@varve/app/internal'
import { parseTime, type TraceImages } from './trace-images.ts'
import { changeSettings, NO_SETTINGS, sectionsOf, textOf, type TraceSettings } from './trace-settings.ts'
import { type FileOf, gatheredResults, type TimedStep, traceSteps } from './trace-steps.ts'

const KINDS: Readonly<Record<Exclude<ArtifactKind, 'tool-result'>, true>> = {
  note: true,
  file: true,
  pdf: true,
  image: true,
  url: true,
  tweet: true,
  'web-tab': true,
  'web-selection': true,
  youtube: true,
  selection: true,
  paste: true,
  upload: true,
  chat: true,
  dataview: true,
  folder: true,
  tag: true,
  unparsed: true,
}

/** The texts that a conversation has shown so far, so that a later line can name one without repeating it. */
class TraceContents {
  readonly #images: TraceImages
  readonly #byReference = new Map<string, Artifact>()
  readonly #byKey = new Map<ArtifactKey, Artifact>()

  constructor(images: TraceImages) {
    this.#images = images
  }

  /** The artifact that an entry names: with its own content, or with the last one seen for its key. */
  resolve(entry: TraceAttachment): Resolved {
    try {
      return this.#resolve(entry)
    } catch (error) {
      if (error instanceof EngineError) return refuse(error.message)
      throw error
    }
  }

  /** The last version of a note, by its path. */
  find(path: string): Artifact | undefined {
    return this.#byKey.get(this.spell(path))
  }

  /** A key as the engine spells it, from a path or an address as a person would write it. */
  spell(key: string): ArtifactKey {
    if (this.#byKey.has(key)) return key
    const spelled = [normalizePath, normalizeUrl].map((normalize) => attempt(normalize, key))
    return spelled.find((candidate) => candidate !== undefined && this.#byKey.has(candidate)) ?? key
  }

  #resolve(entry: TraceAttachment): Resolved {
    const known = this.#known(entry)
    const kind = entry.kind === undefined ? (known?.kind ?? guessKind(entry)) : parseArtifactKind(entry.kind)
    if (kind === undefined) return refuse(`"${entry.kind ?? ''}" is not a kind of context`)
    if (entry.content === undefined && !known)
      return refuse(`${nameOf(entry, kind)} has no content, and none was seen before`)
    const content = entry.content ?? known?.content ?? ''
    const artifact = createArtifact({
      kind,
      source: { ...known?.source, ...sourceOf(entry, kind) },
      content,
      contentHash: entry.hash ?? (entry.content === undefined ? known?.contentHash : hashContent(content)),
      title: entry.title ?? known?.title,
      priority: entry.priority ?? known?.priority,
      recoverable: entry.recoverable ?? known?.recoverable,
      metadata: entry.metadata ?? known?.metadata,
      // How a note came into a turn says nothing of the next one.
      role: entry.role,
      images:
        entry.images?.map((image) => this.#images.take(image)) ??
        (entry.content === undefined ? known?.images : undefined),
    })
    this.#byKey.set(artifact.key, artifact)
    this.#byReference.set(referenceOf(kind, artifact.source), artifact)
    return { kind: 'artifact', artifact }
  }

  #known(entry: TraceAttachment): Artifact | undefined {
    if (entry.key !== undefined) return this.#byKey.get(this.spell(entry.key))
    const kind = entry.kind === undefined ? guessKind(entry) : parseArtifactKind(entry.kind)
    if (kind === undefined) return undefined
    const source = sourceOf(entry, kind)
    return (
      this.#byReference.get(referenceOf(kind, normalizeSource(source))) ??
      (isByPath(kind) && source.path !== undefined && !source.pages ? this.find(source.path) : undefined)
    )
  }
}

export type ReplayRunner = 'agent' | 'plus'

/** What happens in one turn, anyone who plans it: everything that a line leaves out is filled in. */
export interface ScriptedTurn {
  readonly kind: 'scripted'
  readonly input: Omit<TurnInput, 'models' | 'branch' | 'caches'>
  readonly steps: readonly TimedStep[]
  /** Left out where the turn was never answered. */
  readonly answer?: string
  readonly reasoning?: AnswerRecord['reasoning']
  readonly cited?: AnswerRecord['cited']
  readonly warnings: readonly string[]
}

export interface RefusedTurn {
  readonly kind: 'refused'
  readonly reason: string
}

export interface ScriptOptions {
  readonly runner: ReplayRunner
  /** Definitions for a conversation that has none. */
  readonly impliedTools: readonly ToolDefinition[]
  readonly images: TraceImages
}

interface TurnContext {
  readonly attach: readonly Attachment[]
  readonly observed: readonly { readonly key: string; readonly hash: string }[]
  readonly pins: readonly string[]
  readonly warnings: readonly string[]
}

/** Reads the turns of one conversation in their order: contents, settings and times carry over. */
export class ConversationScript {
  readonly #options: ScriptOptions
  readonly #contents: TraceContents
  #settings: TraceSettings
  #count = 0
  #at = 0

  constructor(options: ScriptOptions) {
    this.#options = options
    this.#contents = new TraceContents(options.images)
    this.#settings = { ...NO_SETTINGS, tools: options.runner === 'agent' ? options.impliedTools : [] }
  }

  next(turn: TraceTurn): ScriptedTurn | RefusedTurn {
    const context = this.#gatherContext(turn)
    if (typeof context === 'string') return { kind: 'refused', reason: context }
    const earlier = this.#describeEarlier(turn)
    this.#count += 1
    this.#settings = changeSettings(this.#settings, turn)
    this.#at = turn.at === undefined ? this.#at : (parseTime(turn.at) ?? this.#at)
    const input = this.#turnInput(turn, context)
    const called = (turn.tools ?? []).filter(({ gathered }) => !gathered)
    const steps =
      this.#options.runner === 'agent' ? traceSteps(called, { ...input, fileOf: this.#fileOf }) : []
    // A next turn without a time comes after everything in this one.
    this.#at = Math.max(this.#at, ...steps.map(({ at }) => at))
    const { assistant, reasoning, cited } = turn
    const answer =
      assistant === undefined
        ? {}
        : { answer: assistant, ...(reasoning ? { reasoning } : {}), ...(cited ? { cited } : {}) }
    return { kind: 'scripted', input, steps, warnings: [...context.warnings, ...earlier], ...answer }
  }

  readonly #fileOf: FileOf = (file) => {
    const found = this.#contents.resolve(file)
    return found.kind === 'artifact' ? found.artifact : undefined
  }

  /** Caches age with the times of a trace: where these run backwards, what is found in them is a guess. */
  #describeEarlier(turn: TraceTurn): readonly string[] {
    const at = turn.at === undefined ? undefined : parseTime(turn.at)
    if (this.#count === 0 || at === undefined || at >= this.#at) return []
    const before = new Date(this.#at).toISOString()
    return [`at: ${new Date(at).toISOString()} is earlier than the turn before it (${before})`]
  }

  #gatherContext(turn: TraceTurn): TurnContext | string {
    const attach: Attachment[] = []
    const pins: string[] = []
    for (const [index, entry] of (turn.attach ?? []).entries()) {
      const found = this.#contents.resolve(entry)
      if (found.kind === 'refused') return `attach[${index}]: ${found.reason}`
      if (entry.pin === true) pins.push(found.artifact.key)
      const freshness = entry.freshness === undefined ? {} : { freshness: entry.freshness }
      attach.push({ artifact: found.artifact, ...freshness })
    }
    const observed: TurnContext['observed'][number][] = []
    for (const [index, entry] of (turn.observed ?? []).entries()) {
      const name = entry.key ?? entry.path ?? entry.url
      if (entry.hash !== undefined && entry.content === undefined && name !== undefined) {
        observed.push({ key: this.#contents.spell(name), hash: entry.hash })
        continue
      }
      const found = this.#contents.resolve(entry)
      if (found.kind === 'refused') return `observed[${index}]: ${found.reason}`
      observed.push({ key: found.artifact.key, hash: found.artifact.contentHash })
    }
    const active = turn.active === undefined ? undefined : this.#contents.find(turn.active)
    const warnings =
      turn.active !== undefined && !active
        ? [`the active note "${turn.active}" was never given, so it is not attached`]
        : []
    return { attach: active ? markActive(attach, active) : attach, observed, pins, warnings }
  }

  #turnInput(turn: TraceTurn, context: TurnContext): ScriptedTurn['input'] {
    const spell = (key: string): string => this.#contents.spell(key)
    return {
      kind: 'turn',
      turnId: String(this.#count),
      at: this.#at,
      text: turn.user,
      sections: sectionsOf(this.#settings),
      tools: this.#settings.tools,
      attach: context.attach,
      observed: context.observed,
      pin: [...(turn.pin ?? []).map(spell), ...context.pins],
      unpin: (turn.unpin ?? []).map(spell),
      forget: (turn.forget ?? []).map(spell),
      images: (turn.images ?? []).map((image) => this.#options.images.take(image)),
      gathered: gatheredResults(
        (turn.tools ?? []).filter(({ gathered }) => gathered ?? this.#options.runner === 'plus'),
        this.#fileOf,
      ),
      ...(turn.keepUsed === undefined ? {} : { keepUsed: turn.keepUsed }),
      ...(turn.guard === undefined ? {} : { guard: turn.guard }),
      ...(turn.provided === undefined ? {} : { provided: turn.provided }),
      ...(turn.priorities === undefined ? {} : { priorities: turn.priorities }),
      ...(turn.compact ? { compact: true } : {}),
      ...(turn.allowExtracts ? { allowExtracts: true } : {}),
      ...(turn.rebase === undefined ? {} : { rebase: turn.rebase }),
      ...(turn.guidance === undefined ? {} : { guidance: textOf(turn.guidance) }),
    }
  }
}

/** The open note is a chip like the others; where the turn does not list it, it comes first. */
function markActive(attach: readonly Attachment[], active: Artifact): readonly Attachment[] {
  const artifact: Artifact = { ...active, role: 'active' }
  if (!attach.some((entry) => entry.artifact.key === active.key)) return [{ artifact }, ...attach]
  return attach.map((entry) => (entry.artifact.key === active.key ? { ...entry, artifact } : entry))
}

type Resolved =
  | { readonly kind: 'artifact'; readonly artifact: Artifact }
  | { readonly kind: 'refused'; readonly reason: string }

/** The same name that the engine gives, by the machine's own means: a trace is mostly contents. */
function hashContent(content: string): string {
  return content.isWellFormed() ? hash('sha256', content) : hashText(content)
}

function refuse(reason: string): Resolved {
  return { kind: 'refused', reason }
}

function attempt(normalize: (text: string) => string, text: string): string | undefined {
  try {
    return normalize(text)
  } catch (error) {
    if (error instanceof EngineError) return undefined
    throw error
  }
}

/** Kinds that share one key: a file may first have been called a note. */
function isByPath(kind: ArtifactKind): boolean {
  return kind === 'note' || kind === 'file' || kind === 'pdf' || kind === 'image'
}

function guessKind({ path, url, lines }: TraceAttachment): ArtifactKind {
  if (lines) return 'selection'
  if (path !== undefined) return 'note'
  return url === undefined ? 'paste' : 'url'
}

function sourceOf(entry: TraceAttachment, kind: ArtifactKind): Source {
  const { path, url, lines, pages, query, name } = entry
  const id =
    name ?? (kind === 'folder' || kind === 'tag' || kind === 'chat' ? (path ?? entry.key) : undefined)
  return {
    ...(path === undefined ? {} : { path }),
    ...(url === undefined ? {} : { url }),
    ...(lines === undefined ? {} : { lines }),
    ...(pages === undefined ? {} : { pages }),
    ...(query === undefined ? {} : { query }),
    ...(id === undefined ? {} : { name: id }),
  }
}

function normalizeSource(source: Source): Source {
  return {
    ...source,
    ...(source.path === undefined ? {} : { path: attempt(normalizePath, source.path) ?? source.path }),
    ...(source.url === undefined ? {} : { url: attempt(normalizeUrl, source.url) ?? source.url }),
  }
}

/** What an entry names apart from its text: a selection by path and lines, though its key holds a hash. */
function referenceOf(kind: ArtifactKind, { path, url, lines, pages, query, name }: Source): string {
  return JSON.stringify([kind, path, url, lines, pages, query, name])
}

function nameOf(entry: TraceAttachment, kind: ArtifactKind): string {
  const place = entry.key ?? entry.path ?? entry.url ?? entry.name ?? ''
  const lines = entry.lines ? `, lines ${entry.lines[0]}-${entry.lines[1]}` : ''
  return `the ${kind} "${place}"${lines}`
}

/** The kind that a trace names, however it joins the words; tool results are under `tools`. */
function parseArtifactKind(text: string): ArtifactKind | undefined {
  const kind = text.toLowerCase().replace(/[\s_]+/g, '-')
  return Object.hasOwn(KINDS, kind) ? (kind as ArtifactKind) : undefined
}
