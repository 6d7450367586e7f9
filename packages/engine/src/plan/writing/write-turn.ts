import type { Artifact, ArtifactKey } from '../../artifact/artifact.ts'
import { type Reference, renderReferences } from '../../render/render-references.ts'
import { neutralize } from '../../render/neutralize.ts'
import { parseRendered } from '../../render/parse-rendered.ts'
import { renderBody, renderGuidance, renderQuery, renderToolResult } from '../../render/render-block.ts'
import type { TurnRecord } from '../../state/state.ts'
import type { EpochWriter } from './epoch-writer.ts'
import type { Place } from '../epoch/epoch.ts'
import { renderUpdate, type UpdateBody } from '../../render/render-update.ts'
import type { Recalled } from '../aging/recall-turns.ts'
import { renderedArtifact } from './rendered-artifact.ts'
import { toolText } from './tool-text.ts'
import { writeImages } from './write-images.ts'
import { escapeLine } from '../../render/escape-attribute.ts'
import { findHunks, renderChanges } from '../../render/changes.ts'
import { TAGS } from '../../render/tag-registry.ts'

/** Stands for a message without text: providers refuse or drop empty parts. */
export const EMPTY_MESSAGE = '[empty message]'

/** Whether a message on its own would be read as one of Varve's own lines: then it is set apart like any query. */
export function readsAsStructure(text: string): boolean {
  return parseRendered(neutralize(text)).some(({ kind }) => kind !== 'text')
}

/** What becomes of one attachment in this turn. */
type Piece =
  | {
      readonly kind: 'reference'
      readonly reference: Reference
      readonly artifact: Artifact
    }
  | { readonly kind: 'full'; readonly artifact: Artifact }
  | Update

/** A newer text of an included artifact. */
interface Update {
  readonly kind: 'update'
  readonly artifact: Artifact
  readonly body: UpdateBody
  readonly place: Place
}

/** The user's side of a turn: what is recalled, tool results, references, new content, the query last. [L3-3] */
export function writeTurn(
  writer: EpochWriter,
  record: TurnRecord,
  memory: string,
  recalled?: Recalled,
): void {
  const start = writer.tokens
  const blocksBefore = writer.length
  writeRecalled(writer, recalled, record.number)
  writeGathered(writer, record)
  const returned = writeUsed(writer, record)
  const pieces = record.attached.map(({ artifact }) => classify(writer, artifact))
  writeReferences(writer, record, [...returned, ...pieces])
  writeChanges(writer, record)
  if (memory !== writer.toldMemory) {
    writer.addText('user', renderMemoryUpdate(writer.toldMemory, memory), {
      piece: 'memory-update',
      turn: record.number,
    })
    writer.toldMemory = memory
  }
  if (record.guidance !== '')
    writer.addText('user', renderGuidance(record.guidance), { piece: 'guidance', turn: record.number })
  for (const piece of pieces) writeContent(writer, piece, record.number)
  writeImages(writer, record)
  const hasContext = writer.length > blocksBefore
  if (hasContext) writer.lowerCut(start)
  const text = record.text === '' ? EMPTY_MESSAGE : record.text
  writer.addText(
    'user',
    renderQuery(text, hasContext || writer.lastRole === 'user' || readsAsStructure(text)),
    {
      piece: 'user',
      turn: record.number,
    },
  )
}

/** What the last answer used, where it does not stand already; a text that stood before is left to the references. [P-6] */
function writeUsed(writer: EpochWriter, { used = [], attached, number }: TurnRecord): readonly Piece[] {
  const attachedKeys = new Set(attached.map(({ artifact }) => artifact.key))
  const pieces = used
    .filter(({ key }) => !attachedKeys.has(key))
    .map((artifact) => classify(writer, artifact))
  for (const piece of pieces) writeContent(writer, piece, number)
  return pieces.filter((piece) => piece.kind === 'reference' && piece.reference.place.kind === 'again')
}

function writeGathered(writer: EpochWriter, record: TurnRecord): void {
  const offset = writer.tokens
  for (const result of record.gathered) {
    const text = renderToolResult({
      tool: result.tool,
      text: toolText(writer.places, result, record.attached),
      turn: record.number,
    })
    writer.addText('user', text, { piece: 'tool-result', turn: record.number, key: result.tool })
  }
  const tokens = writer.tokens - offset
  if (tokens > 0)
    writer.toolRuns = [
      ...writer.toolRuns,
      { turn: record.number, calls: record.gathered.length, tokens, foldedTokens: 0, offset },
    ]
}

/** [P-5] decides the form: a reference where the text is readable above, an update, or the full text. */
function classify(writer: EpochWriter, artifact: Artifact): Piece {
  const place = writer.places.get(artifact.key)
  const current = place?.current
  if (!place || !current) return { kind: 'full', artifact }
  const here = { key: artifact.key, place: whereIs(place, current.turn), ...activeOf(artifact) }
  if (current.hash === artifact.contentHash) return { kind: 'reference', reference: here, artifact }
  const copy = place.copies.find((candidate) => candidate.hash === artifact.contentHash)
  if (copy) {
    const again: Reference = {
      key: artifact.key,
      place: { kind: 'again', turn: copy.turn },
      ...activeOf(artifact),
    }
    return { kind: 'reference', reference: again, artifact }
  }
  return { kind: 'update', artifact, body: planUpdate(writer, place, artifact), place }
}

function activeOf(artifact: Artifact): { active?: true } {
  return artifact.role === 'active' ? { active: true } : {}
}

function whereIs(place: Place, turn: number): Reference['place'] {
  return place.shelf === 'library' && place.form === 'full' ? { kind: 'library' } : { kind: 'turn', turn }
}

function writeReferences(writer: EpochWriter, record: TurnRecord, pieces: readonly Piece[]): void {
  const references: Reference[] = []
  for (const piece of pieces) {
    if (piece.kind !== 'reference') continue
    references.push(piece.reference)
    if (piece.reference.place.kind === 'again') returnTo(writer, piece.artifact, piece.reference.place.turn)
  }
  // A reference to a list is allowed only if it covers everything that the turn had attached.
  const isWhole = references.length === pieces.length
  const text = renderReferences(references)
  const same = isWhole && text === writer.lastReferences.text
  const shown = same ? renderReferences(references, writer.lastReferences.turn) : text
  if (!same && pieces.length > 0)
    writer.lastReferences = isWhole ? { turn: record.number, text } : { turn: 0, text: '' }
  if (references.length > 0) writer.addText('user', shown, { piece: 'reference', turn: record.number })
}

/** An older version is the current one again: the copy of that turn is what counts from now on. */
function returnTo(writer: EpochWriter, artifact: Artifact, turn: number): void {
  const place = writer.places.get(artifact.key)
  if (!place) return
  writer.setPlace(artifact.key, {
    ...place,
    current: { hash: artifact.contentHash, content: artifact.content, turn },
    form: 'updated',
    newestTokens: fullTokens(writer, artifact, turn),
  })
}

/** One line for each edit whose text was not given: kept notes that changed, and snapshots. */
function writeChanges(writer: EpochWriter, record: TurnRecord): void {
  const lines: string[] = []
  for (const change of record.observed) {
    const place = writer.places.get(change.key)
    if (!place || place.told === change.hash || place.current?.hash === change.hash) continue
    lines.push(renderChanged(change.key, place.current?.turn ?? record.number))
    writer.setPlace(change.key, { ...place, told: change.hash })
  }
  if (lines.length > 0) writer.addText('user', lines.join('\n'), { piece: 'changed', turn: record.number })
}

function writeContent(writer: EpochWriter, piece: Piece, turn: number): void {
  switch (piece.kind) {
    case 'reference':
      return
    case 'full':
      return writeFull(writer, piece.artifact, turn)
    case 'update':
      return writeUpdate(writer, piece, turn)
    default:
      return piece satisfies never
  }
}

function writeFull(writer: EpochWriter, artifact: Artifact, turn: number): void {
  const known = writer.places.get(artifact.key)
  const offset = known?.offset ?? writer.tokens
  // At a re-base this entry joins the end of the unedited shelf, or leaves its compacted form.
  writer.lowerCut(known ? known.offset : writer.stemTokens)
  writer.unomit(artifact.key, 'budget')
  writer.unomit(artifact.key, 'not-used-lately')
  const tokens = writer.addArtifact('user', artifact, turn)
  writer.hasTurnEntries = true
  writer.setPlace(artifact.key, {
    copies: [{ hash: artifact.contentHash, turn }],
    current: { hash: artifact.contentHash, content: artifact.content, turn },
    shelf: 'turn',
    form: 'full',
    standingTokens: tokens,
    newestTokens: tokens,
    offset,
    ...(known?.told === undefined ? {} : { told: known.told }),
  })
}

function writeUpdate(writer: EpochWriter, { artifact, body, place }: Update, turn: number): void {
  const text = renderUpdate({
    key: artifact.key,
    supersedesTurn: place.current?.turn ?? turn,
    turn,
    body,
    version: writer.renderingVersion,
    explained: body.kind === 'changes' && !writer.updatesExplained,
  })
  writer.updatesExplained ||= body.kind === 'changes'
  const tokens = writer.addText('user', text, {
    piece: 'update',
    turn,
    key: artifact.key,
    contentHash: artifact.contentHash,
  })
  const isFull = body.kind === 'full'
  writer.lowerCut(place.offset)
  writer.setPlace(artifact.key, {
    ...place,
    copies: isFull ? [...place.copies, { hash: artifact.contentHash, turn }] : place.copies,
    current: { hash: artifact.contentHash, content: artifact.content, turn },
    form: 'updated',
    standingTokens: place.standingTokens + tokens,
    newestTokens: fullTokens(writer, artifact, turn),
  })
}

function fullTokens(writer: EpochWriter, artifact: Artifact, turn: number): number {
  return renderedArtifact(writer, artifact, turn, true).tokens
}

/** Says that a kept artifact, not attached now, is no longer what was given. [P-5] */
export function renderChanged(key: ArtifactKey, turn: number): string {
  return `changed since turn ${turn}: ${escapeLine(key)}`
}

/**
 * Old passages, first in their turn. Those recalled by earlier turns are dead weight from now on; a re-base
 * removes them.
 */
function writeRecalled(writer: EpochWriter, recalled: Recalled | undefined, turn: number): void {
  const { ids, tokens, newTokens } = writer.recalled ?? { ids: [], tokens: 0, newTokens: 0 }
  writer.deadTokens += newTokens
  if (newTokens > 0) writer.recalled = { ids, tokens, newTokens: 0 }
  if (!recalled) return
  const added = writer.addText('user', recalled.text, { piece: 'recalled', turn })
  writer.recalled = { ids: [...ids, ...recalled.ids], tokens: tokens + added, newTokens: added }
}

/**
 * The changed passages against the version last given, or the full text: whichever is shorter. An epoch that began
 * under version 1 knows no other form than the full text that both versions share. [P-5]
 */
export function planUpdate(writer: EpochWriter, place: Place, artifact: Artifact): UpdateBody {
  const full: UpdateBody = { kind: 'full', text: artifact.content }
  const before = place.current
  if (!before || writer.renderingVersion === 1) return full
  const text = writer.memo.recall('changes', `${before.hash}\n${artifact.contentHash}`, () =>
    renderChanges(before.content, artifact.content),
  )
  if (text === undefined) return full
  const { count, id } = writer.model.tokenizer
  const whole = writer.memo.recall(`content ${id}`, artifact.contentHash, () => count(artifact.content))
  return count(text) < whole ? { kind: 'changes', text } : full
}

/** The lines of the user memory that changed inside an epoch; '' when none did. [P-4] */
export function renderMemoryUpdate(before: string, after: string): string {
  const lines = changedLines(before, after)
  return lines.length === 0 ? '' : renderBody(TAGS.piece.memory, lines.join('\n'))
}

function changedLines(before: string, after: string): readonly string[] {
  const [old, fresh] = [splitLines(before), splitLines(after)]
  const hunks = findHunks(old, fresh) ?? [{ at: 0, removed: old.length, added: fresh }]
  const signed = (mark: string) => (line: string) => (line === '' ? mark : `${mark} ${line}`)
  return hunks.flatMap(({ at, removed, added }) => [
    ...old.slice(at, at + removed).map(signed('-')),
    ...added.map(signed('+')),
  ])
}

/** A final newline more or less is no change of what is remembered. */
function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function splitLines(text: string): string[] {
  return endLine(text).split('\n').slice(0, -1)
}
