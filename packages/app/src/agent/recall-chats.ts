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
import type { ConversationRecord, FoundText } from '@varve/store'
import { parsePlainQuery } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { branchOf, type ChatWanted, isWithheld, type SaidTurn, turnsWith } from '../files/earlier-chats.ts'
import { aroundParts } from '../tools/files/text-lines.ts'
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

/** Turns that are read for one search, and the chats that they may be of: those with most of its rarest words. */
const TURNS_READ = 60
const CHATS_READ = 12
/** Of one word, the newest messages that hold it. A word that is in more of them says little. */
const TEXTS_OF_WORD = 2000
/** Chats of some days that are looked at. */
const MOST_LISTED = 40
const PASSAGE_CHARACTERS = 600
const QUESTION_CHARACTERS = 300
/** Between turns that are apart, so that the end of one is no neighbour of the beginning of the other. */
const GAP: PassageIndex = indexPassages(['', ''])

/** Turns of other chats that a question is about, best first; without words in it, how each chat of those days began. */
export async function recallChats(context: AppContext, request: RecallRequest): Promise<RecalledChats> {
  const words = questionWords(request.query)
  return words.length === 0 ? beginnings(context, request) : turnsAbout(context, request, words)
}

async function beginnings(context: AppContext, request: RecallRequest): Promise<RecalledChats> {
  const { workspaceId, from, until, limit } = request
  const days = { workspaceId, from, until, terms: [], limit: MOST_LISTED }
  const { chats } = await context.store.chatTexts.find(days)
  const read: PassageOfTurn[] = []
  for (const chat of await readableChats(
    context,
    request,
    chats.map(({ conversationId }) => conversationId),
  ))
    read.push(...passagesOf(chat, await branchOf(context, chat), request).slice(0, 1))
  return showTurns(read, limit)
}

/**
 * The index of messages, which grows with each of them, says where the words are; only those messages and what stands
 * beside them are read, however long the chats are.
 */
async function turnsAbout(
  context: AppContext,
  request: RecallRequest,
  words: readonly string[],
): Promise<RecalledChats> {
  const { texts, passages, holding } = await likelyTexts(context, request, words)
  const ids = [...new Set(texts.map(({ conversationId }) => conversationId))]
  const runs: PassageOfTurn[][] = []
  for (const chat of await readableChats(context, request, ids)) {
    const own = texts.filter(({ conversationId }) => conversationId === chat.id)
    for (const run of await turnsWith(context, chat, own)) runs.push(passagesOf(chat, run, request))
  }
  const places = runs.flatMap((run) => [...run, undefined, undefined])
  const indexes = runs.flatMap((run) => [indexPassages(run.map(({ found }) => found)), GAP])
  // Words that occur in no chat, such as "ago", would only make other matches look accidental.
  const known = words.filter((word) => indexes.some(({ postings }) => postings.has(word)))
  return showTurns(
    rankPassages(known, indexes, { among: { passages, holding } }).flatMap((place) => places[place] ?? []),
    request.limit,
  )
}

interface LikelyTexts {
  /** Best first. */
  readonly texts: readonly FoundText[]
  readonly passages: number
  readonly holding: ReadonlyMap<string, number>
}

/** Messages and titles with some of the words, those with the rarest and the most of them first. */
async function likelyTexts(
  { store: { chatTexts } }: AppContext,
  { workspaceId, query, from, until }: RecallRequest,
  words: readonly string[],
): Promise<LikelyTexts> {
  const said = new Set(words)
  const scores = new Map<string, { readonly text: FoundText; readonly score: number }>()
  const holding = new Map<string, number>()
  const passages = 2 * (await chatTexts.count(workspaceId, TEXTS_OF_WORD))
  for (const token of new Set(query.split(/\s+/))) {
    const stems = splitWords(token).filter((stem) => said.has(stem))
    if (stems.length === 0) continue
    // The blank: no word is still being typed.
    const { terms } = parsePlainQuery(`${token} `)
    const found = await chatTexts.findEach({ workspaceId, terms, from, until, most: TEXTS_OF_WORD })
    for (const stem of stems) holding.set(stem, Math.max(...found.map(({ length }) => length), 0))
    for (const texts of found)
      for (const text of texts) {
        const { score = 0 } = scores.get(text.sourceId) ?? {}
        scores.set(text.sourceId, { text, score: score + Math.log(1 + passages / texts.length) })
      }
  }
  // The index gives the newest first, and equal ones stay so.
  const ranked = [...scores.values()].sort((a, b) => b.score - a.score)
  return { texts: ranked.slice(0, TURNS_READ).map(({ text }) => text), passages, holding }
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
