import type { AnswerRecord, Artifact, Attachment, ToolDefinition, TurnInput } from '@varve/engine'
import { parseTime } from './parse-time.ts'
import { TraceContents } from './trace-contents.ts'
import type { TraceImages } from './trace-images.ts'
import type { TraceTurn } from './trace-schema.ts'
import { changeSettings, NO_SETTINGS, sectionsOf, textOf, type TraceSettings } from './trace-settings.ts'
import { gatheredResults, type TimedStep, traceSteps } from './trace-steps.ts'

export type ReplayRunner = 'agent' | 'plus'

/** What happens in one turn, whoever plans it: everything that a line leaves out is filled in. */
export interface ScriptedTurn {
  readonly kind: 'scripted'
  readonly input: Omit<TurnInput, 'models' | 'branch' | 'caches'>
  readonly steps: readonly TimedStep[]
  /** Left out where the turn was never answered. */
  readonly answer?: string
  readonly reasoning?: AnswerRecord['reasoning']
  readonly warnings: readonly string[]
}

export interface RefusedTurn {
  readonly kind: 'refused'
  readonly reason: string
}

export interface ScriptOptions {
  readonly runner: ReplayRunner
  /** Definitions for a conversation that brings none of its own. */
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
    const steps = this.#options.runner === 'agent' ? traceSteps(called, input) : []
    // A next turn without a time of its own comes after all that happened in this one.
    this.#at = Math.max(this.#at, ...steps.map(({ at }) => at))
    const { assistant, reasoning } = turn
    const answer =
      assistant === undefined ? {} : { answer: assistant, ...(reasoning === undefined ? {} : { reasoning }) }
    return { kind: 'scripted', input, steps, warnings: [...context.warnings, ...earlier], ...answer }
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
      ),
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
