import { createArtifact } from '@varve/engine'
import { hashText } from '@varve/engine/internal'
import {
  type ChatAnswer,
  type ChatContext,
  type ChatDocument,
  type ChatToolStep,
  type ChatTurn,
  describeAttached,
  NO_CONTEXT,
} from './chat-document.ts'
import type { ChatFileReading, ScannedChat, ReadingLog } from './chat-file-reading.ts'
import { readList, readScalar } from './chat-front-matter.ts'
import { takeToolCalls } from './plugin-tool-calls.ts'
import { groupPieces, type PieceGroup, readRemarks } from './read-turns.ts'
import type { MarkedLine } from './scan-chat-lines.ts'
import { type ChatPiece, splitChatPieces } from './split-chat-pieces.ts'
import { splitInlinedContext } from './split-inlined-context.ts'
import { parseTimestamp } from './chat-time.ts'

/** Labels as several versions of the plugin have written them. */
const LABELS: ReadonlyMap<string, keyof ChatContext> = new Map([
  ['notes', 'notes'],
  ['urls', 'urls'],
  ['web tabs', 'tabs'],
  ['webtabs', 'tabs'],
  ['tags', 'tags'],
  ['folders', 'folders'],
])

const ANY = /^\S/

const IS_NAME: Readonly<Record<keyof ChatContext, RegExp>> = {
  notes: /\.[A-Za-z0-9]{1,10}$/,
  urls: /^[a-z][a-z0-9+.-]*:/i,
  tabs: ANY,
  tags: /^#?\S+$/,
  folders: ANY,
}

const QUARTER = 15 * 60_000

const LARGEST_OFFSET = 14 * 4 * QUARTER

/** A chat of the Obsidian plugin, or one that was written by hand in its form. What it does not say stays unsaid. */
export function readPluginChat(scanned: ScannedChat): ChatFileReading {
  const { text, bodyStart, properties, log } = scanned
  const lines = messageLines(scanned)
  const pieces = splitChatPieces(text, lines)
  const id = `imported-${hashText(text).slice(0, 16)}`
  if (pieces.length === 0) {
    log.problem('not-a-chat', 0, 'There is no message in this file.')
    log.quarantine(0, text, 'It is no chat.')
    return log.reading('none', { id, title: '', tags: [], turns: [] })
  }
  const before = text.slice(bodyStart, pieces[0]?.start)
  if (before.trim() !== '') log.problem('added-text', bodyStart, 'There is text before the first message.')
  const clock = pluginClock(properties, pieces, log)
  const groups = groupPieces(pieces)
  const turns = groups.map((group, index) => readTurn({ group, id: `${id}-${index + 1}`, clock, scanned }))
  const model = readScalar(properties.get('modelKey'))
  if (turns.some(({ answers }) => answers.length > 0))
    log.gap('answer-model', 'Which model gave which answer is not in the file.')
  const document: ChatDocument = {
    id,
    title: readScalar(properties.get('topic')) ?? '',
    ...(clock.epoch === undefined ? {} : { created: clock.epoch }),
    ...(model === undefined ? {} : { model }),
    tags: readList(properties.get('tags')),
    ...(before.trim() === '' ? {} : { preamble: before }),
    turns,
  }
  return log.reading('plugin', document)
}

/**
 * The lines that begin and end messages. The plugin escapes nothing; but where it writes times, each message ends
 * with one, so that what looks like a beginning before that, or like an earlier end, is text.
 */
function messageLines({ text, lines, log }: ScannedChat): readonly MarkedLine[] {
  const marked = lines.filter(({ kind }) => kind !== 'details')
  if (!marked.some(({ kind }) => kind === 'timestamp')) return marked
  const kept: MarkedLine[] = []
  let ending: MarkedLine | undefined
  let afterEnding: MarkedLine[] = []
  const readAsText = ({ start }: MarkedLine): void =>
    log.gap('message-boundary', `Read as text of its message: ${text.slice(start, start + 60)}`)
  for (const line of marked) {
    if (line.kind === 'context') (ending ? afterEnding : kept).push(line)
    else if (line.kind === 'timestamp') {
      if (ending) readAsText(ending)
      kept.push(...afterEnding)
      afterEnding = []
      ending = line
    } else if (ending || kept.length === 0) {
      kept.push(...(ending ? [ending] : []), line)
      afterEnding = []
      ending = undefined
    } else readAsText(line)
  }
  return ending ? [...kept, ending] : kept
}

interface PluginTurn {
  readonly group: PieceGroup
  readonly id: string
  readonly clock: PluginClock
  readonly scanned: ScannedChat
}

function readTurn({ group, id, clock, scanned: { log } }: PluginTurn): ChatTurn {
  const { question, answers } = group
  if (!question)
    log.problem('missing-question', answers[0]?.start ?? 0, 'The question is not in the file.', id)
  const { context, written } = readPluginContext(question?.contextLine, (text) =>
    log.gap('context-names', text, id),
  )
  if (written !== undefined)
    log.gap('attached-version', `What the model has read of these is not in the file: ${written}`, id)
  const { userText, artifacts, unparsed } = splitInlinedContext(question?.text ?? '')
  if (artifacts.length > 0) log.inlined(id, artifacts)
  const pieces = unparsed === 1 ? '1 piece of old context is' : `${unparsed} pieces of old context are`
  if (unparsed > 0) log.gap('unparsed-context', `${pieces} kept as text only.`, id)
  const at = question && clock.timeOf(question)
  const remarks = readRemarks({ group, isLast: false, log }).filter(({ text }) => text.trim() !== '')
  return {
    id,
    ...(at === undefined ? {} : { at }),
    userText,
    context: context ?? NO_CONTEXT,
    attached: artifacts.map(describeAttached),
    answers: answers.map((piece, index): ChatAnswer => {
      const answeredAt = clock.timeOf(piece)
      const { text, toolSteps } = readSteps(piece.text, id, log)
      return {
        id: `${id}-answer-${index + 1}`,
        text,
        ...(toolSteps.length === 0 ? {} : { toolSteps }),
        ...(answeredAt === undefined ? {} : { at: answeredAt }),
        status: 'complete',
        chosen: index === answers.length - 1,
      }
    }),
    ...(remarks.length > 0 ? { remarks } : {}),
    ...(written === undefined ? {} : { extra: { pluginContext: written } }),
  }
}

/** What tools did for an answer is in comments in it; their results are kept with the turn. */
function readSteps(
  answer: string,
  turn: string,
  log: ScannedChat['log'],
): { readonly text: string; readonly toolSteps: readonly ChatToolStep[] } {
  const { text, calls, steps } = takeToolCalls(answer)
  if (steps.length > 0) log.gap('answer-steps', `Steps of the answer, left out: ${steps.join('; ')}`, turn)
  const toolSteps = calls.map(({ tool, result }, index): ChatToolStep => {
    if (result === undefined) return { tool }
    const source = { name: tool, query: '', ordinal: index + 1 }
    const artifact = createArtifact({ kind: 'tool-result', source, content: result })
    log.inlined(turn, [artifact])
    return { tool, resultHash: artifact.contentHash }
  })
  return { text, toolSteps }
}

interface PluginClock {
  /** When the first message was sent, in epoch milliseconds. */
  readonly epoch?: number
  readonly timeOf: (piece: ChatPiece) => number | undefined
}

/**
 * The plugin writes the time of a wall clock and does not say where that hangs. The first message has its time twice,
 * once in front matter as epoch milliseconds: the difference is the zone of that message, and it is taken for all.
 */
function pluginClock(
  properties: ReadonlyMap<string, string>,
  pieces: readonly ChatPiece[],
  log: ReadingLog,
): PluginClock {
  const written = readScalar(properties.get('epoch'))
  const epoch = written !== undefined && /^\d{1,15}$/.test(written) ? Number(written) : undefined
  const first = pieces[0]
  const wall = first && wallTime(first)
  if (pieces.some((piece) => piece.kind !== 'details' && wallTime(piece) === undefined))
    log.gap('time', 'Some messages have no time.')
  const offset = epoch === undefined || wall === undefined ? undefined : offsetOf(wall - epoch)
  if (wall !== undefined)
    log.gap(
      'time',
      offset === undefined
        ? 'Times have no zone; they are read as UTC.'
        : `Times have no zone; that of the first message, ${offset / 60_000} minutes from UTC, is taken for all.`,
    )
  return {
    ...(epoch === undefined ? {} : { epoch }),
    timeOf: (piece) => {
      if (piece === first && epoch !== undefined && offset !== undefined) return epoch
      const time = wallTime(piece)
      return time === undefined ? undefined : time - (offset ?? 0)
    },
  }
}

function wallTime(piece: ChatPiece): number | undefined {
  return piece.kind === 'details' || piece.timestamp === undefined
    ? undefined
    : parseTimestamp(piece.timestamp)
}

/** In whole quarters of an hour, as zones are; undefined where the two times are no two forms of one. */
function offsetOf(difference: number): number | undefined {
  const offset = Math.round(difference / QUARTER) * QUARTER
  return Math.abs(difference - offset) <= 1_000 && Math.abs(offset) <= LARGEST_OFFSET ? offset : undefined
}

interface PluginContext {
  readonly context?: ChatContext
  /** What was between the brackets. */
  readonly written?: string
}

/**
 * The names of the plugin's context line. It separates names by commas and escapes none: where a piece cannot be a
 * name of its kind by itself, it and its neighbour are listed instead of guessed.
 */
function readPluginContext(line: string | undefined, listGap: (text: string) => void): PluginContext {
  if (line === undefined) return {}
  const written = line.slice('[Context: '.length, -1)
  const found: { -readonly [Group in keyof ChatContext]: string[] } = {
    notes: [],
    urls: [],
    tabs: [],
    tags: [],
    folders: [],
  }
  for (const part of written.split(' | ')) {
    const colon = part.indexOf(': ')
    const group = LABELS.get(part.slice(0, Math.max(0, colon)).trim().toLowerCase())
    if (colon === -1 || !group) {
      listGap(`This part of the context line has another form: ${part}`)
      continue
    }
    const { names, unclear } = splitNames(part.slice(colon + 2), IS_NAME[group])
    found[group].push(...names)
    for (const run of unclear) listGap(`Where one name ends and the next begins is not clear: ${run}`)
  }
  return { context: { ...NO_CONTEXT, ...found }, written }
}

/** A piece that cannot be a name: it continues the one before (addresses), or the next one ends it (files). */
function splitNames(
  list: string,
  isName: RegExp,
): { readonly names: readonly string[]; readonly unclear: readonly string[] } {
  const names: string[] = []
  const unclear: string[] = []
  const pieces = list.split(', ').map((piece) => piece.trim())
  let run: string[] = []
  const endsLate = isName === IS_NAME.notes
  for (const piece of pieces) {
    const fits = isName.test(piece)
    if (!fits && !endsLate && run.length === 0 && names.length > 0) run.push(names.pop() ?? '')
    if (!fits) run.push(piece)
    else if (endsLate && run.length > 0) {
      unclear.push([...run, piece].join(', '))
      run = []
    } else {
      if (run.length > 0) unclear.push(run.join(', '))
      run = []
      names.push(piece)
    }
  }
  if (run.length > 0) unclear.push(run.join(', '))
  return { names: names.filter((name) => name !== ''), unclear: unclear.filter((text) => text !== '') }
}
