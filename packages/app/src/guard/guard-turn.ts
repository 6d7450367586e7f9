import type { Artifact, State, ToolDefinition } from '@varve/engine'
import {
  type GatheredResult,
  hashText,
  type ImageReference,
  rewriteState,
  type Rewriting,
  type SectionInput,
} from '@varve/engine/internal'
import {
  customType,
  type Finding,
  KnownValues,
  maskValue,
  NO_REDACTIONS,
  type RedactionState,
  redactText,
} from '@varve/guard'
import { AppError } from '../app-error.ts'
import type { GuardFindingView, GuardQuestionView, GuardSummaryView } from '@varve/contract'
import { type Asked, type Counts, decide, type Decided, type FoundPiece } from './decide.ts'
import type { GuardDecision } from './guard-decision.ts'
import { alwaysRedacted, type GuardPolicy, rulesOf } from './guard-policy.ts'
import { artifactTexts, piecesOf, toolText } from './pieces.ts'
import { readingOf, type TextsAsRead } from './reading-of.ts'
import { knowsMore, type Redaction } from './redaction.ts'
import type { ScanCache } from './scan-cache.ts'
import type { TurnTexts } from './turn-texts.ts'

/** Replaces findings text by text, so that a value has the same placeholder everywhere. */
class Replacer {
  state: RedactionState
  readonly #scan: (text: string) => readonly Finding[]
  readonly #types: ReadonlySet<string>

  constructor(state: RedactionState, scan: (text: string) => readonly Finding[], types: ReadonlySet<string>) {
    this.state = state
    this.#scan = scan
    this.#types = types
  }

  readonly text = (text: string): string => this.#replace(text, false)

  /** What was said before may hold placeholders that were given out: they stay what they are. */
  forHistory(): Rewriting {
    const text = (said: string): string => this.#replace(said, true)
    return { text, artifact: (artifact) => guardedArtifact(artifact, text) }
  }

  /** What was said before and has been guarded changes only where it holds a value that was not known by then. */
  forKnown({ values }: RedactionState): Rewriting {
    const learned = Object.entries(this.state.values).filter(
      ([placeholder]) => !(placeholder in values) && !placeholder.startsWith('<<LITERAL_'),
    )
    const known = new KnownValues(learned.map(([placeholder, value]) => [value, placeholder]))
    const text = (said: string): string => (known.findIn(said).length > 0 ? this.#replace(said, true) : said)
    return { text, artifact: (artifact) => guardedArtifact(artifact, text) }
  }

  #replace(text: string, keepKnownPlaceholders: boolean): string {
    const findings = this.#scan(text).filter(({ type }) => this.#types.has(type))
    const redacted = redactText(this.state, text, findings, { keepKnownPlaceholders })
    this.state = redacted.state
    return redacted.text
  }

  readonly section = (section: SectionInput): SectionInput => {
    const text = this.text(section.text)
    return text === section.text ? section : { ...section, text }
  }

  readonly tool = (tool: ToolDefinition): ToolDefinition =>
    this.#scan(toolText(tool)).some(({ type }) => this.#types.has(type))
      ? { ...inTexts(tool, this.text), name: tool.name }
      : tool

  readonly gathered = (result: GatheredResult): GatheredResult => {
    const hits = result.hits?.map((hit) => ({ ...hit, key: this.text(hit.key), text: this.text(hit.text) }))
    const { arguments: args, text, file } = result
    return {
      ...result,
      arguments: this.text(args),
      text: this.text(text),
      ...(hits ? { hits } : {}),
      ...(file ? { file: this.artifact(file) } : {}),
    }
  }

  readonly image = (image: ImageReference): ImageReference => ({ ...image, name: this.text(image.name) })

  readonly artifact = (artifact: Artifact): Artifact => guardedArtifact(artifact, this.text)
}

/** An artifact with all its texts redacted; its identity in the workspace is stored with it. */
export function guardedArtifact(artifact: Artifact, replace: (text: string) => string): Artifact {
  const [key = '', title = '', content = '', ...names] = artifactTexts(artifact).map(replace)
  const images = artifact.images.map((image, index) => ({ ...image, name: names[index] ?? image.name }))
  const isNamed = images.every(({ name }, index) => name === artifact.images[index]?.name)
  if (key === artifact.key && title === artifact.title && content === artifact.content && isNamed)
    return artifact
  const { path, url, name } = artifact.source
  return {
    ...artifact,
    key,
    title,
    content,
    images,
    contentHash: content === artifact.content ? artifact.contentHash : hashText(content),
    source: {
      ...artifact.source,
      ...(path === undefined ? {} : { path: replace(path) }),
      ...(url === undefined ? {} : { url: replace(url) }),
      ...(name === undefined ? {} : { name: replace(name) }),
    },
    metadata: { ...artifact.metadata, ...originalOf(artifact) },
  }
}

/** What would leave this machine, before the engine sees it. */
export interface TurnToGuard extends TurnTexts {
  readonly policy: GuardPolicy
  /** Up to the turn before. */
  readonly redaction: Redaction
  readonly decision?: GuardDecision | undefined
  /** A draft is never refused: what would be asked counts as redacted. */
  readonly isDraft?: boolean
  /** The conversation so far, and whether all of it went through the guard when it was sent. */
  readonly state: State
  readonly isGuarded: boolean
  /** The conversation so far is to be written again, as the turn did that is asked again. */
  readonly isRewritten?: boolean
  /** What *redact* would make of it, where that is not seen from this alone. */
  readonly redacted?: (decision: GuardDecision) => TextsAsRead
}

export interface GuardedTurn extends TurnTexts {
  readonly state: State
  readonly redaction: Redaction
  /** Names the rewriting of what came before; undefined where that stays as it was sent. */
  readonly guard: string | undefined
  readonly summary: GuardSummaryView | undefined
  /** What the user would be asked; only of a draft. */
  readonly question: GuardQuestionView | undefined
  /** What was found in the message itself. */
  readonly found: readonly Finding[]
}

/**
 * Scans a turn with all that it brings, and replaces what is not to leave. Throws where the user has to decide;
 * then nothing has been sent and nothing is stored.
 */
export function guardTurn(cache: ScanCache, toGuard: TurnToGuard): GuardedTurn {
  const { policy, redaction, state, text, isDraft = false } = toGuard
  const redacted = alwaysRedacted(policy, toGuard.decision)
  const scanPart = cache.scannerWith(toGuard.around ?? [], policy)
  const scan = (piece: string): readonly Finding[] =>
    scanPart(piece).filter(
      (finding) => redacted.includes(finding.type) || !isAllowed(piece, finding, redaction),
    )
  const found: readonly FoundPiece[] = piecesOf(toGuard).map((piece) => ({
    ...piece,
    findings: scan(piece.text),
  }))
  const decided = decide(found, toGuard)
  const question = decided.asked.length > 0 ? questionOf(decided, found, toGuard) : undefined
  if (question && !isDraft) {
    const asRead =
      toGuard.redacted ?? ((decision: GuardDecision) => guardTurn(cache, { ...toGuard, decision }))
    const values = Object.fromEntries([...decided.open.keys()].map((id) => [id, 'redact' as const]))
    throw new AppError('guard-findings', 'Private data was found. Nothing has been sent.', {
      guard: { ...question, reading: readingOf(asRead({ action: 'redact', values }), found) },
    })
  }
  const types = isDraft
    ? new Set([...decided.types, ...decided.asked.map(({ type }) => type)])
    : decided.types
  const always = redacted.filter((type) => !types.has(type))
  const isWider =
    [...types].some((type) => !redaction.types.includes(type)) ||
    always.some((type) => redaction.searched?.includes(type) !== true)
  const isRewritten = isWider || !toGuard.isGuarded || toGuard.isRewritten === true
  // What the user sends as it is stays, though its type is redacted.
  const sent = new Set(decided.allowed)
  const scanToReplace = (piece: string): readonly Finding[] =>
    scan(piece).filter(
      ({ type, start, end }) => redacted.includes(type) || !sent.has(piece.slice(start, end)),
    )
  const replace = (known: RedactionState): ReplacedTurn =>
    replaceIn(toGuard, new Replacer(known, scanToReplace, new Set([...types, ...always])), isRewritten)
  // A value may be recognisable in one place only, by its context, and stand unlabelled in earlier ones.
  const first = replace(redaction.state)
  const isLearned = knowsMore(first.known, redaction.state)
  const { texts, before, known } = isLearned ? replace(first.known) : first
  const held = always.filter((type) => Object.keys(known.values).some((one) => one.startsWith(`<<${type}_`)))
  const searched = always.filter((type) => !held.includes(type)).sort()
  const { unsearched: _, ...settled } = redaction
  return {
    ...texts,
    state: before,
    redaction: {
      ...settled,
      state: known,
      types: [...types, ...held].sort(),
      ...(searched.length > 0 ? { searched } : {}),
      allowed: [...new Set([...redaction.allowed, ...decided.allowed])].sort(),
      guarded: true,
      rules: rulesOf(policy),
    },
    guard: before === state ? undefined : `guard ${state.turn + 1}`,
    summary: summaryOf(decided),
    question,
    found: scan(text),
  }
}

/** All that `guardTurn` scans. */
export function textsToScan(toGuard: TurnToGuard): readonly string[] {
  // What came before is scanned again where a type is redacted from now on.
  const pieces = piecesOf({ ...toGuard, isGuarded: false })
  return [...(toGuard.around ?? []), ...pieces.map(({ text }) => text)]
}

interface ReplacedTurn {
  readonly texts: TurnTexts
  /** What came before. */
  readonly before: State
  readonly known: RedactionState
}

function replaceIn(toGuard: TurnToGuard, replacer: Replacer, isRewritten: boolean): ReplacedTurn {
  const { state, redaction } = toGuard
  const rewritten = isRewritten ? rewriteState(state, replacer.forHistory()) : state
  const texts: TurnTexts = {
    sections: toGuard.sections.map(replacer.section),
    tools: toGuard.tools.map(replacer.tool),
    guidance: replacer.text(toGuard.guidance),
    artifacts: toGuard.artifacts.map(replacer.artifact),
    gathered: toGuard.gathered.map(replacer.gathered),
    images: toGuard.images.map(replacer.image),
    text: replacer.text(toGuard.text),
  }
  const searched = redaction.unsearched ? NO_REDACTIONS : redaction.state
  const isLearned = !isRewritten && knowsMore(replacer.state, searched)
  const before = isLearned ? rewriteState(state, replacer.forKnown(searched)) : rewritten
  return { texts, before, known: replacer.state }
}

function questionOf(decided: Decided, found: readonly FoundPiece[], toGuard: TurnToGuard): GuardQuestionView {
  const redacted = decide(found, { ...toGuard, decision: { action: 'redact' } })
  return askAbout({ ...toGuard, decided, redacted })
}

/** What the user chose to send once is sent again, until its type is always redacted. */
function isAllowed(text: string, { start, end }: Finding, { allowed }: Redaction): boolean {
  return allowed.length > 0 && allowed.includes(text.slice(start, end))
}

function summaryOf({ redacted, sent, noted }: Decided): GuardSummaryView | undefined {
  const all = { redacted, sent, noted }
  const some = Object.entries(all).filter(([, counts]) => Object.keys(counts).length > 0)
  return some.length === 0 ? undefined : Object.fromEntries(some)
}

interface ToAsk {
  readonly decided: Decided
  /** What would become of all of it, were *redact* the answer. */
  readonly redacted: Decided
  readonly artifacts: readonly Artifact[]
  readonly policy: GuardPolicy
}

/** The content of the dialog: type, masked values, place; and how many less severe findings would be sent along. */
function askAbout({ decided, redacted, artifacts, policy }: ToAsk): GuardQuestionView {
  const { custom } = policy
  const groups = new Map<string, Asked[]>()
  for (const one of decided.asked) {
    const name = JSON.stringify([one.type, one.place])
    const group = groups.get(name)
    if (group) group.push(one)
    else groups.set(name, [one])
  }
  const findings = [...groups.values()].map((group): GuardFindingView => {
    const [{ type, severity, place, advice }] = group as [Asked, ...Asked[]]
    const masked = [...new Set(group.map(({ value }) => maskValue(type as Finding['type'], value)))]
    const rule = custom.find(({ name }) => customType(name) === type)?.name
    const named = rule === undefined ? {} : { rule }
    return { type, severity, masked, count: group.length, place, advice, ...named }
  })
  const choices = [...decided.open].map(([id, { type, severity, value, places }]) => ({
    id,
    type,
    severity,
    masked: maskValue(type as Finding['type'], value),
    places: [...places],
    suggested: redacted.open.has(id) ? ('send' as const) : ('redact' as const),
  }))
  const hasImages = artifacts.some(({ images }) => images.length > 0)
  return {
    findings,
    choices,
    values: decided.askedValues,
    lighter: { redacted: without(decided.noted, redacted.noted), sent: redacted.noted },
    unscanned: hasImages ? ['Images are not scanned.'] : [],
  }
}

function without(all: Counts, some: Counts): Counts {
  const left = Object.entries(all).map(([type, count]) => [type, count - (some[type] ?? 0)] as const)
  return Object.fromEntries(left.filter(([, count]) => count > 0))
}

/** The same data with each of its texts replaced; names of fields stay. */
function inTexts<Data>(data: Data, replace: (text: string) => string): Data {
  if (typeof data === 'string') return replace(data) as Data
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) return data.map((item: unknown) => inTexts(item, replace)) as Data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, inTexts(value as unknown, replace)]),
  ) as Data
}

/** Its identity in the workspace; stored with it, and part of no prompt. */
function originalOf({ contentHash, source, metadata }: Artifact): Artifact['metadata'] {
  if (metadata['original']) return {}
  const { path } = source
  return { original: { hash: contentHash, ...(path === undefined ? {} : { path }) } }
}
