import type { Artifact, ArtifactKey, ArtifactKind, Range } from '../../artifact/artifact.ts'
import { compactArtifact, type CompactOptions } from '../../budget/compact-artifact.ts'
import { LIMITS } from '../../budget/limits.ts'
import { hashText } from '../../artifact/hash.ts'
import type { PersistentMap } from '../../collection/persistent-map.ts'
import type { Memo } from '../../memo.ts'
import type { ReducedForm } from '../epoch/base-forms.ts'
import type { ModelSpec } from '../model-spec.ts'
import { compactionId } from './need.ts'
import { neutralize } from '../../render/neutralize.ts'
import { openingTag } from '../../render/render-block.ts'
import { TAGS } from '../../render/tag-registry.ts'
import { safeEnd } from '../../budget/cut-text.ts'

/** Room for the mark between the beginning and the end. */
const MARK_CHARACTERS = 80

const TAIL_SHARE = 1 / 3

export interface ReduceOptions {
  readonly memo: Memo
  /** Compactions that a model made, by the id of the need. */
  readonly provided: PersistentMap<string>
  readonly readTool?: string
  readonly model?: Pick<ModelSpec, 'limits'>
}

/** A shortened artifact: structure and preview, one line, or exact lines. [B-3] */
export function reducedText(
  options: ReduceOptions,
  artifact: Artifact,
  form: Exclude<ReducedForm, 'dropped'>,
): string {
  return options.memo.recall('reduced', reducedId(options, artifact, form), () =>
    renderCompacted({ key: artifact.key, kind: artifact.kind, body: reducedBody(options, artifact, form) }),
  )
}

/** Names a reduced text among all that a memo holds. */
export function reducedId(options: ReduceOptions, artifact: Artifact, form: ReducedForm): string {
  const provided = options.provided.get(compactionId(artifact.contentHash))
  const made = provided === undefined ? '' : hashText(provided)
  const room = options.model?.limits?.previews?.[LIMITS.source[artifact.kind].group] ?? ''
  return [form, options.readTool ?? '', made, room, artifact.key, artifact.title, artifact.contentHash].join(
    '\n',
  )
}

function reducedBody(
  options: ReduceOptions,
  artifact: Artifact,
  form: Exclude<ReducedForm, 'dropped'>,
): string {
  if (form === 'extract')
    return extractLines(artifact.content, { maximumCharacters: LIMITS.compaction.extractCharacters }).text
  const provided = options.provided.get(compactionId(artifact.contentHash))
  if (form === 'preview' && provided !== undefined) {
    const hint = compactArtifact(artifact, { level: 'line', ...compacting(options) })
    return `${provided}\n\n${hint}`
  }
  return compactArtifact(artifact, { level: form, ...compacting(options) })
}

function compacting({ readTool, model }: ReduceOptions): Omit<CompactOptions, 'level'> {
  return { ...(readTool === undefined ? {} : { readTool }), previews: model?.limits?.previews }
}

interface Compacted {
  readonly key: ArtifactKey
  readonly kind: ArtifactKind
  /** Structure, preview, and how to read the rest. */
  readonly body: string
}

/** A shortened artifact under its key, so that it can be asked for again. [B-3] */
export function renderCompacted({ key, kind, body }: Compacted): string {
  const opening = openingTag(TAGS.piece.compacted, { source: key, type: kind })
  return `${opening}\n${neutralize(body)}\n</${TAGS.piece.compacted}>`
}

interface Extract {
  readonly text: string
  /** First and last line of each piece that is shown, counted from 1. */
  readonly lines: readonly Range[]
}

/**
 * A bounded extract of a non-recoverable text: exact lines from its beginning and its end, with a mark for
 * the ones left out. A first line that is too long is cut, and marked. [B-2]
 */
export function extractLines(content: string, options: { readonly maximumCharacters: number }): Extract {
  const total = countLines(content)
  if (content.length <= options.maximumCharacters)
    return { text: content, lines: total === 0 ? [] : [[1, total]] }
  const room = options.maximumCharacters - MARK_CHARACTERS
  if (room < 1) return { text: '', lines: [] }
  const tailStart = findTail(content, Math.floor(room * TAIL_SHARE))
  const tail = content.slice(tailStart)
  const head = findHead(content, room - tail.length)
  const firstTailLine = total - countLines(tail) + 1
  const mark = describeGap(head, firstTailLine)
  const lines: Range[] = [[1, head.lines]]
  if (tail !== '') lines.push([firstTailLine, total])
  return { text: `${head.text}${mark}${tail === '' ? '' : `\n${tail}`}`, lines }
}

interface Head {
  /** Ends with a line end. */
  readonly text: string
  readonly lines: number
  /** Whether the one line that it holds is not whole. */
  readonly cut: boolean
}

function findHead(content: string, room: number): Head {
  const end = content.lastIndexOf('\n', room - 1) + 1
  if (end > 0) return { text: content.slice(0, end), lines: countLines(content.slice(0, end)), cut: false }
  const beginning = content.slice(0, safeEnd(content, Math.max(0, room - '…\n'.length)))
  return { text: `${beginning}…\n`, lines: 1, cut: true }
}

/** Where the last whole lines begin that fit; the end of the text when not even one does. */
function findTail(content: string, room: number): number {
  const earliest = content.length - room
  // A line begins after a line end; the text's own beginning is the head's.
  const newline = content.indexOf('\n', Math.max(0, earliest - 1))
  return newline === -1 ? content.length : newline + 1
}

function describeGap(head: Head, firstTailLine: number): string {
  const pieces: string[] = []
  if (head.cut) pieces.push('the rest of line 1')
  const from = head.lines + 1
  const to = firstTailLine - 1
  if (to === from) pieces.push(`line ${from}`)
  if (to > from) pieces.push(`lines ${from} to ${to}`)
  return `[… left out: ${pieces.join(' and ')} …]`
}

/** A line end closes a line; what follows the last one is a line when there is something. */
function countLines(text: string): number {
  let lines = text === '' || text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
