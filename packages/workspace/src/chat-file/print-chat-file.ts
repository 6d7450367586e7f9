import { hashText } from '@varve/engine/internal'
import { detailsToJson } from './chat-details.ts'
import type { ChatAnswer, ChatDocument, ChatTurn } from './chat-document.ts'
import { printFrontMatter } from './chat-front-matter.ts'
import { printMessage } from './chat-message.ts'
import { escapeLines } from './scan-chat-lines.ts'
import { printJsonLine } from './json-line.ts'

/** The version of the form; a change that older programs could not read raises it. */
export const CHAT_FILE_VERSION = 1
export const DETAILS_START = '<!-- varve:turn '
export const DETAILS_END = ' -->'

/** A conversation as a note. `parseChatFile` gives it back, whatever its texts and names hold. */
export function printChatFile(document: ChatDocument): string {
  const { frontMatter, preamble, turns, ...properties } = document
  const block = printFrontMatter({ ...properties, version: CHAT_FILE_VERSION }, frontMatter)
  const start = preamble === undefined ? (turns.length === 0 ? '' : '\n') : escapeLines(preamble, 'escaped')
  const printed = turns.map((turn, index) => printTurn(turn, index === turns.length - 1))
  return `---\n${block}---\n${start}${printed.join('')}`
}

function printTurn(turn: ChatTurn, isLast: boolean): string {
  const { messages, details } = printParts(turn)
  const between = (after: number | 'turn', usual: string): string => {
    const remark = turn.remarks?.find((candidate) => candidate.after === after)
    if (!remark) return usual
    const text = escapeLines(remark.text, 'escaped')
    // What follows starts on a new line.
    return text === '' || text.endsWith('\n') || usual === '' ? text : `${text}\n`
  }
  const shown = messages.map(
    (printed, index) => printed + printAttribution(turn.answers[index - 1]) + between(index, '\n'),
  )
  return `${shown.join('')}${details}\n${between('turn', isLast ? '' : '\n')}`
}

/** Who answered, for people who read the note; the comment says it to programs. */
function printAttribution(answer: ChatAnswer | undefined): string {
  const named = answer?.extra?.['name']
  const name = (typeof named === 'string' ? named : (answer?.model ?? ''))
    .toWellFormed()
    .replace(/[\s\p{C}\p{Zl}\p{Zp}*_`[\]<>\\|$#]+/gu, ' ')
    .trim()
  return name === '' ? '' : `*Answered by ${name}*\n`
}

function printParts(turn: ChatTurn): {
  readonly messages: readonly string[]
  readonly details: string
} {
  const { userText, context, answers, remarks: _, ...rest } = turn
  const messages = [
    printMessage({ role: 'user', text: userText, context, at: turn.at }),
    ...answers.map(({ text, at }) => printMessage({ role: 'ai', text, at })),
  ]
  const odd = messages.flatMap((message, index) => (message.odd.length > 0 ? [[index, message.odd]] : []))
  const json = printJsonLine(
    detailsToJson({
      turn: rest,
      answers: answers.map(({ text: __, ...answer }) => answer),
      odd: Object.fromEntries(odd),
      hashes: messages.map(({ hash }) => hash),
    }),
  )
  return {
    messages: messages.map(({ printed }) => printed),
    details: `${DETAILS_START}${json.slice(0, -1)},"hash":"${hashText(json)}"}${DETAILS_END}`,
  }
}
