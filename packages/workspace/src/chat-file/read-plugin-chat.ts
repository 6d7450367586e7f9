import { createArtifact, hashText } from '@varve/engine'
import {
  type ChatAnswer,
  type ChatDocument,
  type ChatToolStep,
  type ChatTurn,
  describeAttached,
  NO_CONTEXT,
} from './chat-document.ts'
import type { ChatFileReading } from './chat-file-reading.ts'
import { readList, readScalar } from './chat-front-matter.ts'
import type { ScannedChat } from './scanned-chat.ts'
import { type PluginClock, pluginClock } from './plugin-clock.ts'
import { readPluginContext } from './plugin-context.ts'
import { takeToolCalls } from './plugin-tool-calls.ts'
import { groupPieces, type PieceGroup, readRemarks } from './read-turns.ts'
import type { MarkedLine } from './scan-chat-lines.ts'
import { splitChatPieces } from './split-chat-pieces.ts'
import { splitInlinedContext } from './split-inlined-context.ts'

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
  if (before.trim() !== '') log.problem('added-text', bodyStart, 'Text stands before the first message.')
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

/** What tools did for an answer stands in comments in it; their results are kept with the turn. */
function readSteps(
  answer: string,
  turn: string,
  log: ScannedChat['log'],
): { readonly text: string; readonly toolSteps: readonly ChatToolStep[] } {
  const { text, calls } = takeToolCalls(answer)
  const toolSteps = calls.map(({ tool, result }, index): ChatToolStep => {
    if (result === undefined) return { tool }
    const source = { name: tool, query: '', ordinal: index + 1 }
    const artifact = createArtifact({ kind: 'tool-result', source, content: result })
    log.inlined(turn, [artifact])
    return { tool, resultHash: artifact.contentHash }
  })
  return { text, toolSteps }
}
