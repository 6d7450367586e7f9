import { LIMITS } from '../../budget/limits.ts'
import type { ArtifactKey } from '../../artifact/artifact.ts'
import { LIBRARY_HEADING, renderBody } from '../../render/render-block.ts'
import type { Section } from '../../layer/section.ts'
import { neutralize } from '../../render/neutralize.ts'
import type { LibraryEntry, State, TurnRecord } from '../../state/state.ts'
import { callsOf } from '../aging/age-tools.ts'
import type { BaseForms } from '../epoch/base-forms.ts'
import type { EpochWriter } from './epoch-writer.ts'
import { renderedArtifact } from './rendered-artifact.ts'
import type { Layout } from '../epoch/epoch.ts'
import type { MessageRole } from '../message.ts'
import { type ModelSpec, wholeCalls } from '../model-spec.ts'
import { reducedText } from '../aging/reduced-text.ts'
import { readsResults } from './steps-of.ts'
import { withoutForgotten } from './without-forgotten.ts'
import { writeHistoryTurn } from './write-history-turn.ts'
import { TAGS } from '../../render/tag-registry.ts'

export interface BaseOptions {
  readonly state: State
  readonly layout: Layout
  readonly forms: BaseForms
  /** The summary of the turns that the forms strip; empty for none. */
  readonly summary: string
  /** Keys first seen in this turn stay in L3. */
  readonly newKeys: ReadonlySet<ArtifactKey>
  readonly turn: number
  readonly readTool?: string
  /** Entries that are short because they went unused, not because of the budget. */
  readonly carried: ReadonlySet<ArtifactKey>
  /** The first turn whose tool traffic stays as messages. */
  readonly wholeFrom: number
  /** Turns with shortened tool results, by number. */
  readonly aged: ReadonlyMap<number, TurnRecord>
}

/**
 * Writes an epoch's base: L1, the library, the history. Entries never edited come before the history, edited
 * ones after it; `library` keeps the classic place in the system message. [P-1] [P-7]
 */
export function writeBase(writer: EpochWriter, options: BaseOptions): void {
  const { state, layout } = options
  for (const section of state.sections)
    writer.addText('system', sectionText(section), { piece: 'section', turn: 0, section: section.id })
  const entries = [...state.library].filter(({ artifact }) => !options.newKeys.has(artifact.key))
  if (layout === 'library') {
    writeShelf(writer, options, 'system', entries)
    markStem(writer)
    writeHistory(writer, options)
    writer.baseEnd = writer.length
    return
  }
  writeShelf(
    writer,
    options,
    'user',
    entries.filter((entry) => !entry.edited),
  )
  markStem(writer)
  writeHistory(writer, options)
  writeShelf(
    writer,
    options,
    'user',
    entries.filter((entry) => entry.edited),
  )
  writer.baseEnd = writer.length
}

/** Instructions and memory come from files that anyone may have written: they cannot forge structure. */
function sectionText({ id, text }: Section): string {
  return id === 'contract' || id === 'tools' ? text : neutralize(text)
}

function markStem(writer: EpochWriter): void {
  writer.stemEnd = writer.length
  writer.stemTokens = writer.tokens
}

function writeShelf(
  writer: EpochWriter,
  options: BaseOptions,
  role: MessageRole,
  entries: readonly LibraryEntry[],
): void {
  const isDropped = ({ artifact }: LibraryEntry): boolean =>
    options.forms.entries.get(artifact.key) === 'dropped'
  for (const entry of entries.filter(isDropped)) listDropped(writer, entry)
  const shown = entries.filter((entry) => !isDropped(entry))
  if (shown.length === 0) return
  writer.addText(role, LIBRARY_HEADING, { piece: 'library-heading', turn: 0 })
  for (const entry of shown) writeEntry(writer, options, role, entry)
}

function writeEntry(writer: EpochWriter, options: BaseOptions, role: MessageRole, entry: LibraryEntry): void {
  const { artifact, versionTurn } = entry
  const form = options.forms.entries.get(artifact.key)
  const offset = writer.tokens
  if (form === undefined) {
    const tokens = writer.addArtifact(role, artifact, versionTurn)
    writer.setPlace(artifact.key, {
      copies: [{ hash: artifact.contentHash, turn: versionTurn }],
      current: { hash: artifact.contentHash, content: artifact.content, turn: versionTurn },
      shelf: 'library',
      form: 'full',
      standingTokens: tokens,
      newestTokens: tokens,
      offset,
    })
    return
  }
  if (form === 'dropped') return
  const tokens = writer.addText(
    role,
    reducedText(
      {
        memo: writer.memo,
        model: writer.model,
        provided: options.state.provided,
        ...readToolOf(options),
      },
      artifact,
      form,
    ),
    {
      piece: 'compacted',
      turn: versionTurn,
      key: artifact.key,
      contentHash: artifact.contentHash,
    },
  )
  writer.omit({
    key: artifact.key,
    reason: options.carried.has(artifact.key) ? 'not-used-lately' : 'budget',
    tokens: Math.max(0, renderedArtifact(writer, artifact, versionTurn, true).tokens - tokens),
    form: form === 'extract' ? 'extract' : 'compacted',
  })
  writer.setPlace(artifact.key, {
    copies: [],
    shelf: 'library',
    form: 'compacted',
    standingTokens: tokens,
    newestTokens: tokens,
    offset,
  })
}

function readToolOf(options: BaseOptions): { readTool?: string } {
  return options.readTool === undefined ? {} : { readTool: options.readTool }
}

function listDropped(writer: EpochWriter, { artifact, versionTurn }: LibraryEntry): void {
  writer.omit({
    key: artifact.key,
    reason: 'budget',
    tokens: renderedArtifact(writer, artifact, versionTurn, true).tokens,
    form: 'omitted',
  })
}

function writeHistory(writer: EpochWriter, options: BaseOptions): void {
  const { state, forms, summary } = options
  const turns = state.history
  if (forms.stripBefore > 1 && summary !== '') {
    writer.addText('user', renderSummary(summary), { piece: 'summary', turn: forms.stripBefore - 1 })
    writer.omit({
      key: `turns 1 to ${forms.stripBefore - 1}`,
      reason: 'history-stripped',
      tokens: 0,
      form: 'compacted',
    })
  }
  let isSettled = true
  for (const past of turns) {
    if (past.number < forms.stripBefore) continue
    const record = options.aged.get(past.number) ?? withoutForgotten(past, state)
    const shown = new Set(record.attached.map(({ artifact }) => artifact.key))
    if (isSettled && record.number >= options.wholeFrom && callsOf(record, '') > 0) {
      isSettled = false
      writer.foldEnd = writer.length
    }
    // The line of keys names all that is kept, also what was forgotten and attached again.
    writeHistoryTurn(
      writer,
      { ...record, attached: past.attached },
      {
        keepTools: record.number >= options.wholeFrom,
        withKeys: readsResults(state),
        keepImages: options.turn - record.number <= LIMITS.images.recentTurns,
        isKept: (key) => state.places.has(key),
        isForgotten: (key) => !shown.has(key),
      },
    )
  }
  if (isSettled) writer.foldEnd = writer.length
}

/** The first turn whose tool traffic stays whole: the latest calls that do, rounded up to whole turns. [P-6] */
export function firstWholeToolTurn(turns: State['history'], model: ModelSpec): number {
  const whole = wholeCalls(model)
  let calls = 0
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const record = turns.get(index)
    if (!record) continue
    if (calls >= whole) return record.number + 1
    calls += callsOf(record, '')
  }
  return 0
}

/** The summary that replaces stripped history. [L4-2] */
export function renderSummary(text: string): string {
  return renderBody(TAGS.piece.summary, text)
}
