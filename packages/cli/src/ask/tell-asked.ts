import type { AskEvent, TurnView } from '@varve/app'
import { plainText } from '../plain-text.ts'
import type { AskContext } from './ask-context.ts'
import { answerLines, messageLines } from './turn-lines.ts'

/** What came of a message. */
export interface Asked {
  readonly chatId: string
  readonly turnId: string
  /** For each answer, the turn with that answer on show. */
  readonly turns: readonly TurnView[]
  /** Nobody read on, as `head` does: then nothing more is said. */
  readonly isLeft: boolean
}

export interface ToTell {
  /** All is told at the end. */
  readonly isQuiet: boolean
}

/** Prints the answers as they come, and what is to be said beside them. */
export async function tellAsked(
  events: AsyncIterable<AskEvent>,
  { isQuiet }: ToTell,
  context: AskContext,
): Promise<Asked> {
  const turns: TurnView[] = []
  let place = { chatId: '', turnId: '' }
  // Then each answer has its heading.
  let isSeveral = false
  let last = ''
  const say = async (text: string): Promise<boolean> => {
    if (isQuiet || text === '') return true
    last = text
    return context.output.write(context.isScreen ? forScreen(text) : text)
  }
  const report = (line: string): void => {
    if (!isQuiet) context.report(plainText(line))
  }
  for await (const event of events) {
    if (event.kind === 'sent') {
      place = event
      isSeveral = event.answers > 1
    }
    const isRead = await say(textOf(event, { isSeveral, turns, last }))
    if (event.kind === 'ended') turns.push(event.turn)
    for (const line of linesOf(event, { isSeveral, turns })) report(line)
    if (!isRead) return { ...place, turns, isLeft: true }
  }
  return { ...place, turns, isLeft: false }
}

interface Told {
  readonly isSeveral: boolean
  /** Those that have ended. */
  readonly turns: readonly TurnView[]
}

/** What belongs to the standard output. */
function textOf(event: AskEvent, { isSeveral, turns, last }: Told & { readonly last: string }): string {
  if (event.kind === 'text') return event.delta
  if (event.kind === 'ended') return last === '' || last.endsWith('\n') ? '' : '\n'
  if (event.kind !== 'begun' || !isSeveral) return ''
  return `${turns.length === 0 ? '' : '\n'}# ${event.modelName} (${event.modelId})\n\n`
}

/** What is said beside it. */
function linesOf(event: AskEvent, { isSeveral, turns }: Told): readonly string[] {
  switch (event.kind) {
    case 'sent':
      return event.isNewChat ? [`New chat: ${event.chatId}`] : []
    case 'begun':
    case 'text':
      return []
    case 'called':
      return [event.call.summary]
    case 'refused':
      return [
        `Refused, since nobody is there to be asked: ${event.call.question?.text ?? event.call.tool}`,
        ...(event.call.tool === 'askUser'
          ? []
          : ['The rules for tools say what may run unasked: varve settings set tool-rules.']),
      ]
    case 'ended': {
      const { answer } = event.turn
      const failed = isSeveral && answer.error !== undefined ? [answer.error] : []
      const own = [...answerLines(event.turn), ...failed]
      return [
        ...(turns.length === 1 ? messageLines(event.turn) : []),
        ...own.map((line) => (isSeveral ? `${answer.modelName}: ${line}` : line)),
      ]
    }
    default:
      return event satisfies never
  }
}

/** What a model writes must not speak to the terminal; a file gets it as it is. */
function forScreen(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}
