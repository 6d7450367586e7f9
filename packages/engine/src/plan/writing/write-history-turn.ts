import type { ArtifactKey, ImageReference } from '../../artifact/artifact.ts'
import { foldAnswer } from '../../budget/fold-answer.ts'
import { imageTokens } from '../../budget/tokenizer.ts'
import { escapeLine } from '../../render/escape-attribute.ts'
import {
  QUERY_SEPARATOR,
  renderHistoryUser,
  renderToolLine,
  renderToolResult,
} from '../../render/render-block.ts'
import { PersistentMap } from '../../collection/persistent-map.ts'
import type { GatheredResult, State, TurnRecord } from '../../state/state.ts'
import type { EpochWriter } from './epoch-writer.ts'
import { stepsOf } from './steps-of.ts'
import { toolText } from './tool-text.ts'
import { NO_ANSWER, writeAnswer } from './write-answer.ts'
import { withoutForgotten } from './without-forgotten.ts'
import { writeImage } from './write-images.ts'
import { EMPTY_MESSAGE, readsAsStructure } from './write-turn.ts'

export interface HistoryOptions {
  /** Tool traffic of this turn is recent and stays as messages. */
  readonly keepTools: boolean
  /** The request has a tool that reads results again by their keys. */
  readonly withKeys?: boolean
  /** Pasted pictures of this turn are recent and stay. */
  readonly keepImages: boolean
  readonly isKept: (key: ArtifactKey) => boolean
  /** Forgotten since: a kept one is another by the same name, and its old pictures are not shown. */
  readonly isForgotten?: (key: ArtifactKey) => boolean
}

/** A past turn in a base: the user's text with the keys that were attached, and the answer. [L4-1] [L4-4] */
export function writeHistoryTurn(writer: EpochWriter, record: TurnRecord, options: HistoryOptions): void {
  const turn = record.number
  const offset = writer.tokens
  if (options.keepTools)
    for (const result of record.gathered)
      writer.addText(
        'user',
        renderToolResult({ tool: result.tool, text: toolText(writer.places, result), turn }),
        { piece: 'tool-result', turn, key: result.tool },
      )
  if (options.keepTools && record.gathered.length > 0)
    writer.toolRuns = [
      ...writer.toolRuns,
      { turn, calls: record.gathered.length, tokens: writer.tokens - offset, foldedTokens: 0, offset },
    ]
  writePastImages(writer, record, options)
  writeUserText(writer, record, options.isKept)
  if (options.keepTools) writeAnswer(writer, foldedAnswer(record), false)
  else writeFoldedAnswer(writer, record, options.withKeys)
}

/** Pasted pictures stay while they are recent; those of a note become one line at the next epoch. [V-1] */
function writePastImages(writer: EpochWriter, record: TurnRecord, options: HistoryOptions): void {
  for (const { artifact } of record.attached) {
    if (!options.isKept(artifact.key) || options.isForgotten?.(artifact.key)) continue
    const wasShown = artifact.role === 'active' || artifact.kind === 'image'
    for (const image of wasShown ? artifact.images : []) {
      const key = `${artifact.key}#${image.name}`
      if (artifact.kind === 'image' && options.keepImages) writeImage(writer, image, key, record.number)
      else writeMarker(writer, image, key, record.number)
    }
  }
  // The next epoch may show a line in its place.
  if (record.images.length > 0 && options.keepImages) writer.lowerCut(writer.tokens)
  for (const image of record.images) {
    if (options.keepImages) writeImage(writer, image, image.name, record.number)
    else writeMarker(writer, image, image.name, record.number)
  }
}

/** A change that the model has not seen is reported as in its own turn. */
function writeMarker(writer: EpochWriter, image: ImageReference, key: string, turn: number): void {
  if (image.hash === '' || !writer.model.vision) return writeImage(writer, image, key, turn)
  writer.addText('user', `[image ${escapeLine(image.name)}: shown in turn ${turn}]`, { piece: 'image', turn })
  writer.omit({ key, reason: 'image-not-recent', tokens: imageTokens(image), form: 'marker' })
}

function writeUserText(writer: EpochWriter, record: TurnRecord, isKept: HistoryOptions['isKept']): void {
  const keys = record.attached.map(({ artifact }) => artifact.key).filter(isKept)
  // Context precedes it in the same message, so the query is set apart as it was when sent.
  const isSetApart = writer.lastRole === 'user' || readsAsStructure(record.text)
  const separator = isSetApart ? QUERY_SEPARATOR : ''
  const text = renderHistoryUser(record.text === '' ? EMPTY_MESSAGE : record.text, keys)
  writer.addText('user', separator + text, { piece: 'user', turn: record.number })
}

/** Reasoning of old turns is not replayed: the answer keeps its text. */
function foldedAnswer(record: TurnRecord): TurnRecord {
  if (!record.answer?.reasoning) return record
  const { reasoning: _reasoning, ...answer } = record.answer
  return { ...record, answer }
}

/** The model's side of a past turn without its tool traffic. */
export function writeFoldedAnswer(writer: EpochWriter, record: TurnRecord, withKeys = false): void {
  const text = foldedAnswerText(record, writer.model.id, withKeys)
  writer.addVerbatim('assistant', { kind: 'text', text }, { piece: 'answer', turn: record.number })
}

/** An old answer in a request to `model`: its text, and one line for each call of a tool. [L4-4] */
export function foldedAnswerText(record: TurnRecord, model: string, withKeys = false): string {
  const { answer, gathered, number } = record
  let calls = 0
  const line = ({ tool, arguments: args }: Pick<GatheredResult, 'tool' | 'arguments'>): string => {
    calls += 1
    return renderToolLine(tool, args, withKeys ? `result:${number}.${calls}` : undefined)
  }
  const lines = [
    ...gathered.map(line),
    ...stepsOf(record, model).flatMap((step) => [step.text, ...step.exchanges.map(line)]),
  ].filter((text) => text !== '')
  const folded = answer ? foldAnswer(answer.text) : ''
  const text = [lines.join('\n'), folded].filter((part) => part !== '').join('\n\n')
  return text === '' ? NO_ANSWER : text
}

/** The result of a call by the key that its line names, as the model read it. */
export function toolResult(state: State, key: string): string | undefined {
  const { history, open } = state
  const [, turn, call] = /^result:(\d{1,9})\.(\d{1,9})$/.exec(key) ?? []
  const asked = Number(turn) === open?.number ? open : history.get(Number(turn) - 1)
  if (!asked) return undefined
  const record = withoutForgotten(asked, state)
  const exchanges = stepsOf(record, '').flatMap((step) => step.exchanges)
  const results = [...record.gathered, ...exchanges.map(({ result: text, ...rest }) => ({ ...rest, text }))]
  const found = results[Number(call) - 1]
  return found && toolText(PersistentMap.empty(), found)
}
