import type { QuestionView } from '@varve/contract'
import type { TurnRecord } from '@varve/store'
import type { AppContext } from '../app-context.ts'
import { type ChatPlace, requireChat } from '../chat/require-chat.ts'

interface QuestionsInput extends ChatPlace {
  /** Exact words to find in a message or its answers, ignoring case. */
  readonly find?: string | undefined
}

/** Turns whose answers are read at once: a long chat is read in steps, between which others have their turn. */
const STEP = 100
const SNIPPET = 160
/** Characters shown before a match. */
const BEFORE = 40

/** The messages of the current branch, oldest first; with words, those that match in the question or an answer. */
export async function listQuestions(
  context: AppContext,
  { find = '', ...place }: QuestionsInput,
): Promise<readonly QuestionView[]> {
  const chat = await requireChat(context, place)
  const { store } = context
  const { workspaceId, chatId } = place
  const headId =
    chat.headTurnId ?? (await store.turns.latest({ workspaceId, conversationId: chatId }))?.id ?? ''
  const turns = await store.turns.branch({ workspaceId, headId })
  const words = fold(find.trim())
  if (words === '') return turns.map((turn) => questionOf(turn, { text: turn.text, at: -1, words, found: 0 }))
  const questions: QuestionView[] = []
  for (let from = 0; from < turns.length; from += STEP) {
    const step = turns.slice(from, from + STEP)
    const answers = await store.answers.ofTurns(
      workspaceId,
      step.map(({ id }) => id),
    )
    for (const turn of step) {
      const own = answers.filter(({ turnId }) => turnId === turn.id)
      const question = findIn(turn, [turn.text, ...own.map(({ text }) => text)], words)
      if (question) questions.push(question)
    }
  }
  return questions
}

function findIn(turn: TurnRecord, texts: readonly string[], words: string): QuestionView | undefined {
  const folded = texts.map(fold)
  const first = folded.findIndex((text) => text.includes(words))
  if (first < 0) return undefined
  const found = folded.reduce((sum, text) => sum + text.split(words).length - 1, 0)
  const at = folded[first]?.indexOf(words) ?? 0
  return questionOf(turn, { text: texts[first] ?? '', at, words, found })
}

interface Found {
  readonly text: string
  /** Position of the match; -1 without a search. */
  readonly at: number
  readonly words: string
  readonly found: number
}

function questionOf({ id, number, at: time }: TurnRecord, { text, at, words, found }: Found): QuestionView {
  const from = Math.max(0, at - BEFORE)
  const cut = `${from > 0 ? '…' : ''}${text.slice(from, from + SNIPPET)}`.replaceAll(/\s/g, ' ')
  const start = at - from + (from > 0 ? 1 : 0)
  return {
    turnId: id,
    turn: number,
    at: new Date(time).toISOString(),
    snippet: cut,
    highlights: at < 0 ? [] : [[start, Math.min(cut.length, start + words.length)]],
    found,
  }
}

/** Letter by letter, so that places in it are places in the text. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}
