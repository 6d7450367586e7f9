import {
  type Artifact,
  type GatheredResult,
  hashText,
  type ImageReference,
  type Rewriting,
  rewriteState,
  type SectionInput,
  type State,
} from '@varve/engine'
import { type Finding, redactText, type RedactionState } from '@varve/guard'
import { AppError } from '../app-error.ts'
import type { GuardQuestionView, GuardSummaryView } from '../views.ts'
import { askAbout } from './ask-about.ts'
import { decide, type Decided, type FoundPiece } from './decide.ts'
import type { GuardDecision } from './guard-decision.ts'
import type { GuardPolicy } from './guard-policy.ts'
import { artifactTexts, piecesOf } from './pieces.ts'
import { readingOf, type TextsAsRead } from './reading-of.ts'
import type { Redaction } from './redaction.ts'
import type { ScanCache } from './scan-cache.ts'
import type { TurnTexts } from './turn-texts.ts'

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
  /** What *redact* would make of it, where that is not seen from this alone. */
  readonly redacted?: () => TextsAsRead
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
  const { policy, redaction, state, text, artifacts, isDraft = false } = toGuard
  const scan = (piece: string): readonly Finding[] =>
    withoutAllowed(piece, cache.scan(piece, policy), redaction)
  const found: readonly FoundPiece[] = piecesOf(toGuard).map((piece) => ({
    ...piece,
    findings: scan(piece.text),
  }))
  const decided = decide(found, toGuard)
  const question = decided.asked.length > 0 ? questionOf(decided, found, toGuard) : undefined
  if (question && !isDraft) {
    const { redacted = () => guardTurn(cache, { ...toGuard, decision: { action: 'redact' } }) } = toGuard
    throw new AppError('guard-findings', 'Private data was found. Nothing has been sent.', {
      guard: { ...question, reading: readingOf(redacted(), found) },
    })
  }
  const types = isDraft
    ? new Set([...decided.types, ...decided.asked.map(({ type }) => type)])
    : decided.types
  const replacer = new Replacer(redaction.state, scan, types)
  const isWider = [...types].some((type) => !redaction.types.includes(type))
  const before = isWider || !toGuard.isGuarded ? rewriteState(state, replacer.forHistory()) : state
  const texts: TurnTexts = {
    sections: toGuard.sections.map(replacer.section),
    guidance: replacer.text(toGuard.guidance),
    artifacts: artifacts.map(replacer.artifact),
    gathered: toGuard.gathered.map(replacer.gathered),
    images: toGuard.images.map(replacer.image),
    text: replacer.text(text),
  }
  return {
    ...texts,
    state: before,
    redaction: {
      ...redaction,
      state: replacer.state,
      types: [...types].sort(),
      allowed: [...new Set([...redaction.allowed, ...decided.allowed])].sort(),
      guarded: true,
    },
    guard: before === state ? undefined : `guard ${state.turn + 1}`,
    summary: summaryOf(decided),
    question,
    found: scan(text),
  }
}

function questionOf(decided: Decided, found: readonly FoundPiece[], toGuard: TurnToGuard): GuardQuestionView {
  const redacted = decide(found, { ...toGuard, decision: { action: 'redact' } })
  return askAbout({ ...toGuard, decided, redacted })
}

/** Replaces what was found, text after text, so that a value has the same placeholder wherever it stands. */
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
    return { text, artifact: (artifact) => this.#artifact(artifact, text) }
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

  readonly gathered = (result: GatheredResult): GatheredResult => {
    const hits = result.hits?.map((hit) => ({ ...hit, key: this.text(hit.key), text: this.text(hit.text) }))
    const { arguments: args, text } = result
    return { ...result, arguments: this.text(args), text: this.text(text), ...(hits ? { hits } : {}) }
  }

  readonly image = (image: ImageReference): ImageReference => ({ ...image, name: this.text(image.name) })

  readonly artifact = (artifact: Artifact): Artifact => this.#artifact(artifact, this.text)

  #artifact(artifact: Artifact, replace: (text: string) => string): Artifact {
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
}

/** What the workspace knows it by; kept beside it, and in no prompt. */
function originalOf({ contentHash, source, metadata }: Artifact): Artifact['metadata'] {
  if (metadata['original']) return {}
  const { path } = source
  return { original: { hash: contentHash, ...(path === undefined ? {} : { path }) } }
}

/** What the user chose to send once is sent again. */
function withoutAllowed(
  text: string,
  findings: readonly Finding[],
  { allowed }: Redaction,
): readonly Finding[] {
  if (allowed.length === 0) return findings
  return findings.filter(({ start, end }) => !allowed.includes(text.slice(start, end)))
}

function summaryOf({ redacted, sent, noted }: Decided): GuardSummaryView | undefined {
  const all = { redacted, sent, noted }
  const some = Object.entries(all).filter(([, counts]) => Object.keys(counts).length > 0)
  return some.length === 0 ? undefined : Object.fromEntries(some)
}
