import type { AnswerPart, ChatDocument, ChatTurn, Remark } from '@varve/workspace'
import { readSteps } from '../agent/read-steps.ts'
import type { ToolStepRecord } from '@varve/contract'

/**
 * A conversation for readers: what a model asked on the way to an answer, and what the user typed meanwhile,
 * comes before that answer. The steps are also stored in its fields; this makes them readable without a
 * program.
 */
export function withAgentSteps(document: ChatDocument): ChatDocument {
  return { ...document, turns: document.turns.map(turnWithTalk) }
}

function turnWithTalk(turn: ChatTurn): ChatTurn {
  const own = turn.remarks ?? []
  const talk = turn.answers.flatMap((answer, after): readonly Remark[] => {
    const text = talkOf(answer.extra?.['steps'])
    // Remarks that the user wrote stay.
    return text === '' || own.some((remark) => remark.after === after)
      ? []
      : [{ after, text: `\n${text}\n\n` }]
  })
  return talk.length === 0 ? turn : { ...turn, remarks: [...own, ...talk] }
}

/** An answer with its talk where it took place, between what the model said before and after it. */
export function talkParts(text: string, stored: unknown): readonly AnswerPart[] {
  const parts: AnswerPart[] = []
  let [copied, reached] = [0, 0]
  const copy = (to: number): void => {
    const words = text.slice(copied, to).replace(/^\n+|(?<!\n)\n+$/g, '')
    if (words !== '') parts.push({ kind: 'text', text: words })
    copied = to
  }
  for (const step of readSteps(stored, true) ?? []) {
    const words = step.text.trim()
    const start = text.slice(reached).search(/\S/) + reached
    // Where citations were numbered again it reads otherwise, and the rest stays in one piece.
    if (words !== '' && text.startsWith(words, start)) reached = start + words.length
    const lines = linesOf(step)
    if (lines.length === 0) continue
    copy(reached)
    parts.push({ kind: 'quote', text: lines.map(quoted).join('\n>\n') })
  }
  copy(text.length)
  return parts
}

/** A conversation as it was before `withAgentSteps`: what is in the steps needs no second place. */
export function withoutTalk(document: ChatDocument): {
  readonly document: ChatDocument
  /** How many places held nothing else. */
  readonly found: number
} {
  const turns = document.turns.map(turnWithoutTalk)
  const count = (all: readonly ChatTurn[]): number =>
    all.reduce((sum, { remarks = [] }) => sum + remarks.length, 0)
  return { document: { ...document, turns }, found: count(document.turns) - count(turns) }
}

function turnWithoutTalk(turn: ChatTurn): ChatTurn {
  const { remarks, ...rest } = turn
  if (!remarks) return turn
  const own = remarks.filter(({ after, text }) => {
    const talk = typeof after === 'number' ? talkOf(turn.answers[after]?.extra?.['steps']) : ''
    return talk === '' || wordsOf(text) !== wordsOf(talk)
  })
  return { ...rest, ...(own.length === 0 ? {} : { remarks: own }) }
}

/** Its non-empty lines: spacing doesn't matter. */
function wordsOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^>?\s*$/.test(line))
    .join('\n')
}

/** What was asked and said on the way to an answer, as quoted paragraphs; empty where that was nothing. */
function talkOf(stored: unknown): string {
  const steps = readSteps(stored, true) ?? []
  return steps.flatMap(linesOf).map(quoted).join('\n>\n')
}

function linesOf({ calls, said = [] }: ToolStepRecord): readonly string[] {
  return [
    ...calls.flatMap(({ tool, question, reply }) =>
      tool === 'askUser' && question
        ? [`Asked: ${question.text}`, reply === undefined ? 'You gave no answer.' : `You: ${reply}`]
        : [],
    ),
    ...said.map(({ text, isRead }) => `You, meanwhile${isRead ? '' : ' (not read)'}: ${text}`),
  ]
}

/** Each line marked, so that none is taken for one of the file, and apart, so that none runs into the next. */
function quoted(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .filter((line) => line.trim() !== '')
    .map((line) => `> ${line}`)
    .join('\n>\n')
}
