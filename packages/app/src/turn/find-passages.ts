import type { PassagesRequest, PassageView, SourceView } from '@varve/contract'
import type { State } from '@varve/engine'
import { type GatheredResult, isShortened, userQuestions } from '@varve/engine/internal'
import { isSmallTalk } from '@varve/providers'
import { citeHits } from '../agent/cite-hits.ts'
import { isFormatting } from '../agent/plus/plan-calls.ts'
import { stem, tokenize } from '@varve/workspace/notes'
import type { AppContext } from '../app-context.ts'
import { AppError } from '../app-error.ts'
import { untilReady } from '../files/control-index.ts'
import { readWorkspaceSettings } from '../files/workspace-settings.ts'
import { cloudModels } from '../models/cloud-models.ts'
import { type NotesSearch, type SeenHit, searchNotes } from '../tools/local-search-tool.ts'
import type { ToolRun } from '../tools/tool.ts'
import { openedIfThere } from '../workspaces/opened-workspace.ts'
import { stemsOf, tellingWords } from './telling-words.ts'
import type { FoundByItself, TurnDraft } from './turn-data.ts'

/** How long a message waits for an index that is still being built. A draft doesn't wait. */
const SETTLE_MILLISECONDS = 5000
const EARLIER_QUESTIONS = 3
const LONGEST_QUERY = 1000
const NOTES_ONLY_HITS = 8
const AUTO_HITS = 5
/** Of the words that say what a question is about. Measured with the questions of find-passages.test.ts. */
const GOOD = {
  /** The passage holds nearly all of them, */
  all: 0.65,
  /** or half of them, one of which names its note, */
  named: 0.45,
  /** or some, and the search is sure for a folder of that size. */
  some: { share: 0.4, strength: 3.5 },
  /** Below it a search has found next to nothing. */
  strength: 0.4,
} as const
/** Beside the best one, others come along that are found nearly as well. */
const NEAR_BEST = { share: 0.6, score: 0.5 } as const

const FOUND = `Answer from the passages that were found in the user's notes. Put the number of the passage behind each claim, as [^1]; these are the numbers:`
const NOT_FOUND = `A search of the user's notes found nothing about this. Say that it is not in their notes; do not answer from memory as if it were.`
const FOUND_BESIDE = `Passages of the user's notes came along because they seem to be about the question. Use those that help and leave the others aside. Put the number of the passage behind each claim that you take from one, as [^1]; these are the numbers:`

/** What was found in the notes before a model is asked. */
export interface GatheredPassages {
  readonly gathered: readonly GatheredResult[]
  /** By the numbers under which the model is to cite them. */
  readonly sources: readonly SourceView[]
  /** How to answer from them. */
  readonly guidance: string
  /** The text around them in their files. */
  readonly around?: readonly string[]
  /** Set where Varve searched by itself. */
  readonly byItself?: FoundByItself
}

export interface PassagesWanted {
  readonly draft: TurnDraft
  /** What is asked, also where an answer is continued. */
  readonly question: string
  readonly state: State
  readonly audience: 'this-machine' | 'cloud'
  /** Ids of those that are asked. */
  readonly models: readonly string[]
}

/** "Notes only": what is found for the question, or word that nothing is. */
export async function searchForQuestion(
  context: AppContext,
  wanted: PassagesWanted,
): Promise<GatheredPassages> {
  const { draft, question, state, audience } = wanted
  const { searchHits: limit = NOTES_ONLY_HITS } = draft.settings
  const { found: hits } = await search(context, wanted, { audience, limit })
  const asked = [question.slice(0, LONGEST_QUERY), ...earlierQuestions(state)]
  const good = hits.filter(({ hit }) => isAbout(hit.text, asked))
  if (good.length === 0) return { gathered: [], sources: [], guidance: NOT_FOUND }
  return cited(question, good, FOUND)
}

/**
 * "Auto": where nothing is attached, good passages come along by themselves. To the cloud they go only if the user
 * said so; private and local-only notes never come along. Throws where the user has to decide.
 */
export async function findByItself(
  context: AppContext,
  wanted: PassagesWanted,
): Promise<GatheredPassages | undefined> {
  const { draft, audience, state } = wanted
  const { passages: said = {}, settings, workspaceId, isDraft = false } = draft
  const isAuto = (settings.runner ?? 'auto') === 'auto'
  if (!isAuto && settings.runner !== 'chat') return undefined
  const unread = audience === 'cloud' ? await unreadHits(context, state) : []
  const looks = isAuto && mayLookUp(wanted)
  if (!looks && unread.length === 0) return undefined
  const consent = audience === 'cloud' ? await consentOf(context, workspaceId, said) : 'send'
  const hits = looks && consent !== 'leave' ? await goodHits(context, wanted) : []
  const found = hits.map(passageView)
  if (found.length === 0 && unread.length === 0) return undefined
  const isAsked = consent === 'ask'
  if (isAsked && !isDraft) throw undecided([...found, ...unread])
  const forget = consent === 'leave' ? [...new Set(unread.map(({ path }) => path))] : []
  const byItself = { found, isAsked, forget }
  if (hits.length === 0) return { gathered: [], sources: [], guidance: '', byItself }
  return { ...cited(wanted.question, hits, FOUND_BESIDE), byItself }
}

/** What is attached says by itself what the question is about. */
function mayLookUp({ draft, question }: PassagesWanted): boolean {
  const { attach, active, text, passages, settings } = draft
  // What is pinned comes with every message.
  const isBare = attach.length <= (settings.pinned ?? []).length && active === undefined
  // An answer that is continued has the passages of its question above it, and a long paste is what it is about.
  const isQuestion = question === text && text.length <= LONGEST_QUERY
  return (isBare || passages?.beside === true) && isQuestion && namesSomething(text)
}

/**
 * A question that is asked again with the passages that were found for it: whether these stay, where a model in the
 * cloud is to read what only one on this machine has read.
 */
export async function passagesAgain(
  context: AppContext,
  { workspaceId, said = {}, answeredBy, asked: { open } }: PassagesAgain,
): Promise<'send' | 'leave'> {
  const isRead = answeredBy.some(await cloudModels(context))
  const hits = open?.gathered.flatMap(({ hits: found = [] }) => found) ?? []
  if (isRead || hits.length === 0) return 'send'
  const consent = await consentOf(context, workspaceId, said)
  if (consent !== 'ask') return consent
  throw undecided(hits.map((hit) => passageView({ hit, title: fileName(hit.key), passage: hit.text })))
}

interface PassagesAgain {
  readonly workspaceId: string
  readonly said: PassagesRequest | undefined
  /** Models that have read the question. */
  readonly answeredBy: readonly string[]
  /** With the turn open. */
  readonly asked: State
}

function namesSomething(text: string): boolean {
  return !isSmallTalk(text) && !isFormatting(text) && tellingWords(text).length > 0
}

async function consentOf(
  context: AppContext,
  workspaceId: string,
  { decision }: PassagesRequest,
): Promise<'send' | 'leave' | 'ask'> {
  if (decision !== undefined) return decision
  const { passagesToCloud } = await readWorkspaceSettings(context.store, workspaceId)
  return ({ always: 'send', never: 'leave', ask: 'ask' } as const)[passagesToCloud]
}

function undecided(passages: readonly PassageView[]): AppError {
  const notes = new Set(passages.map(({ path }) => path)).size
  const count = `${passages.length} ${passages.length === 1 ? 'passage' : 'passages'} from ${notes} ${notes === 1 ? 'note' : 'notes'}`
  return new AppError(
    'passages-undecided',
    `Varve found ${count} for this message, and the model runs in the cloud. Decide whether to send ${passages.length === 1 ? 'it' : 'them'}. Nothing has been sent.`,
    { passages },
  )
}

async function goodHits(context: AppContext, wanted: PassagesWanted): Promise<readonly SeenHit[]> {
  const { draft, state, models } = wanted
  // A note that stands as a preview says too little.
  const isKept = (key: string): boolean =>
    state.places.has(key) && models.every((id) => !state.epochs[id] || !isShortened(state.epochs[id], key))
  // As strict as for the cloud: what stays on this machine is never used unasked.
  const { searchHits: limit = AUTO_HITS } = draft.settings
  const good = goodOf(await search(context, wanted, { audience: 'cloud', limit }), wanted.question)
  // Where the chat keeps the note that says most about it, the question is about that one.
  if (good[0] && isKept(good[0].hit.key)) return []
  const left = new Set(draft.passages?.leaveOut)
  const attached = new Set(draft.attach.map((request) => ('path' in request ? nameOf(request) : '')))
  return good.filter((hit) => {
    const { place, path } = passageView(hit)
    return !isKept(hit.hit.key) && !left.has(place) && !attached.has(place) && !attached.has(path)
  })
}

function goodOf({ found, files, byMeaning }: NotesSearch, question: string): readonly SeenHit[] {
  const telling = tellingWords(question)
  const rated = found.map((hit) => ({ hit, share: shareOf(hit, telling) }))
  const isGood = ({ hit, share }: (typeof rated)[number]): boolean => {
    const strength = byMeaning ? Infinity : hit.score / Math.log(files + 1)
    if (strength < GOOD.strength || isInPassing(hit, telling, files)) return false
    if (share >= GOOD.all || (share >= GOOD.some.share && strength >= GOOD.some.strength)) return true
    return share >= GOOD.named && holdsAny(nameStems(hit), telling)
  }
  const best = rated.find(isGood)
  if (!best) return []
  return rated
    .filter(
      ({ hit, share }) =>
        share >= best.share * NEAR_BEST.share && hit.score >= best.hit.score * NEAR_BEST.score,
    )
    .map(({ hit }) => hit)
}

/** A word that is in no note counts like any other: it may be said in other words there. */
function shareOf({ title, hit }: SeenHit, telling: readonly string[]): number {
  const held = stemsOf(`${title}\n${hit.key}\n${hit.text}`)
  return telling.filter((word) => held.has(word)).length / Math.max(1, telling.length)
}

/** In a large folder a single word is always found somewhere, also where nothing is about it. */
function isInPassing({ title, hit }: SeenHit, telling: readonly string[], files: number): boolean {
  const [only, ...others] = telling
  if (only === undefined || others.length > 0) return false
  const heading = /^\[.*\]\n/.exec(hit.text)?.[0] ?? ''
  if (stemsOf(`${title}\n${fileName(hit.key)}\n${heading}`).has(only)) return false
  const times = tokenize(hit.text).filter(({ word }) => stem(word) === only).length
  return times < Math.round(Math.log10(Math.max(1, files)))
}

function nameStems({ title, hit }: SeenHit): ReadonlySet<string> {
  return stemsOf(`${title}\n${fileName(hit.key)}`)
}

function holdsAny(held: ReadonlySet<string>, words: readonly string[]): boolean {
  return words.some((word) => held.has(word))
}

/** Passages of a turn that was answered on this machine, and that no cloud model has read yet. */
async function unreadHits(context: AppContext, state: State): Promise<readonly PassageView[]> {
  const isCloud = await cloudModels(context)
  const gone = new Set(state.forgotten)
  const unread: PassageView[] = []
  for (let at = state.history.length - 1; at >= 0; at -= 1) {
    const turn = state.history.get(at)
    if (turn?.answer && isCloud(turn.answer.model)) break
    for (const hit of turn?.gathered.flatMap(({ hits = [] }) => hits) ?? [])
      if (!gone.has(hit.key) && !state.places.has(hit.key))
        unread.push(passageView({ hit, title: fileName(hit.key), passage: hit.text }))
  }
  return unread
}

const NOTHING: NotesSearch = {
  found: [],
  notes: [],
  remark: undefined,
  isReady: false,
  files: 0,
  byMeaning: false,
}

interface SearchLimits {
  readonly audience: 'this-machine' | 'cloud'
  readonly limit: number
}

async function search(
  context: AppContext,
  { draft, question, state }: PassagesWanted,
  { audience, limit }: SearchLimits,
): Promise<NotesSearch> {
  const { workspaceId, isDraft = false, at } = draft
  const opened = await openedIfThere(context, workspaceId)
  // A message by itself needs no folder, which may not even be there.
  if (!opened) return NOTHING
  if (!isDraft) await untilReady(await opened.index(), SETTLE_MILLISECONDS)
  const run: ToolRun = {
    workspaceId,
    files: opened.files,
    index: opened.index,
    conversation: earlierQuestions(state),
    readArtifact: async () => undefined,
    isReadable: () => undefined,
    ask: async () => '',
    signal: context.closing,
    now: at,
    audience,
  }
  const query = wordsOf(question.slice(0, LONGEST_QUERY)).replace(TASK, '') || question
  return searchNotes({ query, limit }, run)
}

function earlierQuestions(state: State): readonly string[] {
  return userQuestions(state).slice(-EARLIER_QUESTIONS)
}

function cited(question: string, found: readonly SeenHit[], introduction: string): GatheredPassages {
  const count = `${found.length} ${found.length === 1 ? 'passage' : 'passages'}`
  const result = {
    tool: 'localSearch',
    arguments: JSON.stringify({ query: question.slice(0, LONGEST_QUERY) }),
    text: `${count}, best first:`,
    hits: found.map(({ hit }) => hit),
    recoverable: true,
  }
  const around = found.flatMap((hit) => hit.around)
  return { gathered: [result], ...citeHits([result], introduction), around }
}

type PassageParts = Pick<SeenHit, 'hit' | 'title' | 'passage'>

function passageView({ hit: { key, lines, unit }, title, passage }: PassageParts): PassageView {
  const place = nameOf({ path: key, ...(unit === 'page' ? { pages: lines } : { lines }) })
  return { place, path: key, title, lines, ...(unit ? { unit } : {}), text: passage }
}

interface NamedPlace {
  readonly path: string
  readonly lines?: readonly [number, number]
  readonly pages?: readonly [number, number]
}

/** As it is attached by name. */
function nameOf({ path, lines, pages }: NamedPlace): string {
  if (pages) return `${path}#pages=${pages.join('-')}`
  return lines ? `${path}#L${lines.join('-')}` : path
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** It says what the answer should be like, not what it is about. */
const TASK =
  /^(?:please |can you |could you )*(?:summari[sz]e|explain|describe|list|show|find|compare|outline|recap)\b/i

/** As a question is typed it may hold what a search takes for its own signs. */
function wordsOf(text: string): string {
  const plain = text
    .replace(/["#:]/g, ' ')
    .replace(/(^|\s)-/g, '$1 ')
    .trim()
  return plain === '' ? text : plain
}

/** At least one word of weight in common: a search always finds something, which may be nothing. */
function isAbout(passage: string, questions: readonly string[]): boolean {
  const words = new Set(passage.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
  const stems = new Set([...words].map((word) => word.slice(0, 5)))
  const asked = questions.flatMap((question) => question.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])
  // Languages that write without blanks have no words to compare.
  return asked.length === 0 || asked.some((word) => stems.has(word.slice(0, 5)))
}
