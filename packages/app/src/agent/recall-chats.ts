import {
  hashText,
  indexPassages,
  type PassageIndex,
  questionWords,
  rankPassages,
  splitPassages,
  splitWords,
} from '@varve/engine/internal'
import { localDay } from '@varve/index'
import type { ConversationRecord } from '@varve/store'
import { parsePlainQuery } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { branchOf, type ChatWanted, isWithheld, type SaidTurn } from '../files/earlier-chats.ts'
import { aroundParts } from '../tools/files/around-parts.ts'
import { wholePart } from '../tools/files/show-lines.ts'
import type { SearchHit } from '../tools/tool.ts'
import { TOOL_LIMITS } from '../tools/tool-limits.ts'

export interface RecallRequest extends Omit<ChatWanted, 'id'> {
  readonly query: string
  /** When it was said, in milliseconds since 1970. */
  readonly from?: number | undefined
  readonly until?: number | undefined
  readonly limit: number
  /** The chat that asks. */
  readonly without: string
}

export interface RecalledChats {
  readonly hits: readonly SearchHit[]
  /** The text around the shown parts, for the guard. */
  readonly around: readonly string[]
}

/** Chats that are read for one search: those that hold most of its rarest words. */
const CHATS_READ = 12
/** Chats that are looked at for one word. */
const CHATS_OF_WORD = 40
const PASSAGE_CHARACTERS = 600
const QUESTION_CHARACTERS = 300
/** Between two chats, so that the end of one is no neighbour of the beginning of the next. */
const GAP: PassageIndex = indexPassages(['', ''])

/** Turns of other chats that a question is about, best first; without words in it, how each chat of those days began. */
export async function recallChats(context: AppContext, request: RecallRequest): Promise<RecalledChats> {
  const words = questionWords(request.query)
  const chats = await readableChats(context, request, await likelyChats(context, request, words))
  const read: PassageOfTurn[][] = []
  for (const chat of chats) read.push(passagesOf(chat, await branchOf(context, chat), request))
  if (words.length === 0)
    return showTurns(
      read.flatMap(([first]) => first ?? []),
      request.limit,
    )
  const places = read.flatMap((passages) => [...passages, undefined, undefined])
  const indexes = read.flatMap((passages) => [indexPassages(passages.map(({ found }) => found)), GAP])
  // Words that occur in no chat, such as "ago", would only make other matches look accidental.
  const known = words.filter((word) => indexes.some(({ postings }) => postings.has(word)))
  return showTurns(
    rankPassages(known, indexes).flatMap((place) => places[place] ?? []),
    request.limit,
  )
}

/** Chats with some of the words, those with the rarest and the most of them first. */
async function likelyChats(
  { store }: AppContext,
  { workspaceId, query, from, until }: RecallRequest,
  words: readonly string[],
): Promise<readonly string[]> {
  const said = new Set(words)
  const kept = query.split(/\s+/).filter((word) => splitWords(word).some((stem) => said.has(stem)))
  // The blank: no word is still being typed.
  const { terms } = parsePlainQuery(`${kept.join(' ')} `)
  const scores = new Map<string, number>()
  for (const sought of terms.length > 1 ? [terms, ...terms.map((term) => [term])] : [terms]) {
    const days = { from, until }
    const { chats } = await store.chatTexts.find({
      workspaceId,
      terms: sought,
      ...days,
      limit: CHATS_OF_WORD,
    })
    for (const { conversationId } of chats)
      scores.set(conversationId, (scores.get(conversationId) ?? 0) + sought.length / chats.length)
  }
  return [...scores].sort(([, a], [, b]) => b - a).map(([id]) => id)
}

async function readableChats(
  context: AppContext,
  { workspaceId, audience, without }: RecallRequest,
  ids: readonly string[],
): Promise<readonly ConversationRecord[]> {
  const records = await context.store.conversations.some(workspaceId, ids)
  const byId = new Map(records.map((record) => [record.id, record]))
  const readable: ConversationRecord[] = []
  for (const id of ids) {
    const record = byId.get(id)
    if (!record || id === without || (await isWithheld(context, { workspaceId, id, audience }))) continue
    readable.push(record)
    if (readable.length === CHATS_READ) break
  }
  return readable
}

interface PassageOfTurn extends SaidTurn {
  readonly chat: ConversationRecord
  readonly speaker: 'user' | 'answer'
  readonly text: string
  /** What it is found by: its words, its day, the title of its chat. */
  readonly found: string
}

function passagesOf(
  chat: ConversationRecord,
  said: readonly SaidTurn[],
  { from = 0, until = Number.POSITIVE_INFINITY }: RecallRequest,
): PassageOfTurn[] {
  return said
    .filter(({ turn: { at } }) => at >= from && at < until)
    .flatMap((one) => {
      const about = `${chat.title} ${dayOf(one.turn.at)} ${MONTH.format(one.turn.at)}`
      const spoken = [
        { speaker: 'user', words: one.turn.text },
        { speaker: 'answer', words: one.answer?.text ?? '' },
      ] as const
      return spoken.flatMap(({ speaker, words }) =>
        splitPassages(words, PASSAGE_CHARACTERS).map((text) => ({
          ...one,
          chat,
          speaker,
          text,
          found: `${about} ${text}`,
        })),
      )
    })
}

const WEEKDAY = new Intl.DateTimeFormat('en', { weekday: 'long' })
const MONTH = new Intl.DateTimeFormat('en', { month: 'long' })

/** `Monday, 2026-03-09`, where the user is. */
function dayOf(at: number): string {
  return `${WEEKDAY.format(at)}, ${localDay(at)}`
}

/** Each turn once, at the place of its best passage, with its question and all of it that was found. */
function showTurns(ranked: readonly PassageOfTurn[], limit: number): RecalledChats {
  const turns = [...Map.groupBy(ranked, ({ turn }) => turn.id).values()].slice(0, limit)
  const shown = turns.flatMap((passages) => {
    const [first] = passages
    return first ? [showTurn(first, passages)] : []
  })
  return { hits: shown.map(({ hit }) => hit), around: shown.flatMap(({ around }) => around) }
}

function showTurn(
  { chat, turn, answer }: PassageOfTurn,
  passages: readonly PassageOfTurn[],
): { readonly hit: SearchHit; readonly around: readonly string[] } {
  const question = wholePart(turn.text, QUESTION_CHARACTERS)
  const found = passages.filter(({ speaker, text }) => speaker === 'answer' || !question.includes(text))
  const textOf = (speaker: 'user' | 'answer'): string =>
    speaker === 'user' ? turn.text : (answer?.text ?? '')
  const placed = found
    .map((passage) => ({ ...passage, start: textOf(passage.speaker).indexOf(passage.text) }))
    .sort((a, b) => (a.speaker === b.speaker ? a.start - b.start : a.speaker === 'user' ? -1 : 1))
  const lines = placed.map(({ speaker, text }) => `${speaker}: ${text}`)
  const head = `"${chat.title}", ${dayOf(turn.at)}\nuser: ${question}`
  const text = wholePart([head, ...lines].join('\n'), TOOL_LIMITS.hitCharacters)
  const around = (['user', 'answer'] as const).flatMap((speaker) => {
    const parts = placed
      .filter((one) => one.speaker === speaker)
      .map((one) => [one.start, one.start + one.text.length] as const)
    const asked = speaker === 'user' ? [[0, question.length] as const] : []
    return aroundParts(textOf(speaker), [...asked, ...parts])
  })
  const place = { lines: [turn.number, turn.number], unit: 'turn' } as const
  return { hit: { key: `chat:${chat.id}`, contentHash: hashText(text), ...place, text }, around }
}
