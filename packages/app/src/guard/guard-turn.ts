import { rewriteState, type State } from '@varve/engine'
import { type Finding, NO_REDACTIONS, type RedactionState } from '@varve/guard'
import { AppError } from '../app-error.ts'
import type { GuardQuestionView, GuardSummaryView } from '../views.ts'
import { askAbout } from './ask-about.ts'
import { decide, type Decided, type FoundPiece } from './decide.ts'
import type { GuardDecision } from './guard-decision.ts'
import { alwaysRedacted, type GuardPolicy } from './guard-policy.ts'
import { piecesOf } from './pieces.ts'
import { readingOf, type TextsAsRead } from './reading-of.ts'
import { knowsMore, type Redaction } from './redaction.ts'
import { Replacer } from './replacer.ts'
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
  /** The conversation so far is to be written anew, as the turn did that is asked again. */
  readonly isRewritten?: boolean
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
      toGuard.redacted ?? (() => guardTurn(cache, { ...toGuard, decision: { action: 'redact' } }))
    throw new AppError('guard-findings', 'Private data was found. Nothing has been sent.', {
      guard: { ...question, reading: readingOf(asRead(), found) },
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
  const replace = (known: RedactionState): ReplacedTurn =>
    replaceIn(toGuard, new Replacer(known, scan, new Set([...types, ...always])), isRewritten)
  // A value may be told by what stands around it in one place only, and the places before that one hold it bare.
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
