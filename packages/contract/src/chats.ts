import { z } from 'zod'
import { chatSettings } from './settings.ts'
import { guardMark, guardQuestion, guardSummary, passage as foundPassage } from './guard.ts'
import { DELETED_TRACE } from './inspection.ts'
import { noticeView } from './notices.ts'
import type { Attachable } from './requests.ts'
import { area, TURN_VIEWS } from './turns.ts'
import { inWords, moment, sizes, stretch, type View } from './view.ts'

const summaryFields = {
  id: z.string(),
  title: z.string(),
  createdAt: moment,
  updatedAt: moment,
  answering: z.boolean().describe('An answer is running.'),
  pinned: z.boolean().exactOptional(),
  archived: z.boolean().exactOptional(),
  /** When it was moved to the trash. */
  trashedAt: z.string().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
  /** The project that it belongs to, by the name of its file. */
  project: z.string().exactOptional(),
  unused: z.literal(true).exactOptional().describe('It waits for its first message.'),
}

const summary = z.object(summaryFields)

const kept = z.object({
  key: z.string(),
  title: z.string(),
  tokens: z.number(),
  sinceTurn: z.number(),
  status: z
    .enum(['current', 'changed', 'missing'])
    .describe('The current file, compared with the text in the chat.'),
  /** What the budget does with it: `essential` stays whole, `optional` goes first; absent for neither. */
  priority: z.enum(['essential', 'optional']).exactOptional(),
})

const chat = z.object({
  ...summaryFields,
  turns: z.array(TURN_VIEWS.Turn).describe('The latest turns of the current branch.'),
  earlier: z.number().describe('The number of earlier turns.'),
  kept: z.array(kept).describe('Attached context that the model can still read.'),
  /** What the next turn will forget; until it is sent this can be undone. */
  forgotten: z.array(kept).exactOptional(),
  /** The next turn begins from a summary and from kept texts in short; until then this can be undone. */
  compact: z.literal(true).exactOptional(),
  settings: chatSettings,
  file: z.string().exactOptional().describe('The note that holds this chat.'),
  notices: z.array(noticeView).exactOptional().describe('What happened to its file.'),
})

const passage = z.object({
  part: z.enum(['question', 'answer']),
  /** The turn to show; it may be in another branch than the one on show. */
  turnId: z.string(),
  turn: z.number().describe('Its place in its branch, counted from 1.'),
  answerId: z.string().exactOptional(),
  modelName: z.string().exactOptional(),
  at: moment,
  /** On one line. */
  snippet: z.string(),
  highlights: z.array(stretch),
})

const question = z.object({
  turnId: z.string(),
  turn: z.number().describe('Its place in the current branch, counted from 1.'),
  at: moment,
  /** Of the message, or around the first words that were found in it or in its answers; on one line. */
  snippet: z.string(),
  highlights: z.array(stretch),
  found: z.number().describe('How often the words occur in the message and its answers; 0 without words.'),
})

const hit = z.object({
  chat: summary,
  titleHighlights: z.array(stretch),
  /** The newest few; none if the title or a tag matched. */
  passages: z.array(passage),
})

const search = z.object({
  hits: z.array(hit),
  more: z.boolean().describe('There are more.'),
  waiting: z.number().exactOptional().describe('Texts that are not searched yet.'),
})

const imported = z.object({
  /** The file, if it came in an archive. */
  source: z.string(),
  title: z.string(),
  /** `extended`: its beginning was there already; `copied`: beside another chat of the same id. */
  outcome: z.enum(['added', 'extended', 'copied', 'known', 'refused']),
  chatId: z.string().exactOptional(),
  turns: z.number().exactOptional(),
  answers: z.number().exactOptional(),
  lost: z.array(z.string()).describe('What couldn’t be carried over.'),
  context: z
    .object({
      found: z.array(z.string()),
      moved: z.array(z.object({ from: z.string(), to: z.string() })),
      missing: z.array(z.string()),
    })
    .exactOptional()
    .describe('Notes that it names; those found are attached to its next message in their current version.'),
})

const importReport = z.object({
  chats: z.array(imported),
  /** Files that hold no chat. */
  skipped: z.array(z.object({ source: z.string(), reason: z.string() })),
})

const modelForecast = z.object({
  modelId: z.string(),
  costUSD: z.number(),
  cachedTokens: z.number(),
  newTokens: z.number(),
  overBy: z.number().exactOptional(),
})

const reading = z.object({
  tokens: z.number().describe('Neither in memory nor saved on disk; approximate.'),
  seconds: z.number().exactOptional().describe('Until the answer begins, as measured on this machine.'),
})

const forecast = z.object({
  usedTokens: z.number(),
  budgetTokens: z.number(),
  cachedTokens: z.number(),
  newTokens: z.number(),
  costUSD: z.number(),
  /** Kept free for the answer, and what so long an answer would cost; absent when it does not fit. */
  reservedTokens: z.number().exactOptional(),
  reservedUSD: z.number().exactOptional(),
  /** Epoch milliseconds until which the provider's cache is expected to stay warm; absent when cold or free. */
  warmUntil: z.number().exactOptional(),
  reading: reading.exactOptional().describe('For a local model: the tokens it has to read first.'),
  reportsNoHits: z
    .literal(true)
    .exactOptional()
    .describe('The provider reports no cache hits although its rules promise some.'),
  /** What the draft's attachments would become; absent when it does not fit. */
  attachments: z.array(TURN_VIEWS.Attachment).exactOptional(),
  named: z.array(z.string()).exactOptional().describe('Attachments named in the message.'),
  passages: z
    .array(foundPassage)
    .exactOptional()
    .describe('Passages that Varve found in the notes and would send.'),
  passagesAsked: z
    .literal(true)
    .exactOptional()
    .describe('Sending is refused with `passages-undecided` until you decide about them.'),
  /** What the project of the chat would attach. */
  pinned: z.array(z.string()).exactOptional(),
  /** Notes that the imported chat names, which come along as of today unless `leaveOut` names them. */
  offered: z.array(z.string()).exactOptional(),
  notices: z.array(noticeView).exactOptional(),
  changed: z
    .array(z.string())
    .exactOptional()
    .describe('Keys of kept files that changed on disk: attach them again to send the current version.'),
  replaced: z
    .array(z.object({ path: z.string(), by: z.string() }))
    .exactOptional()
    .describe('Files that aren’t at the named path, with their replacements.'),
  /** Pictures of the open note on the web: they are fetched if the user agrees, with `remoteImages`. */
  remoteImages: z.array(z.string()).exactOptional(),
  overBy: z.number().exactOptional().describe('Tokens above the budget: sending would be refused.'),
  /** As in `OverBudgetView`; absent when it fits, as is `actions`. */
  largest: sizes.exactOptional(),
  actions: z.array(z.string()).exactOptional(),
  /** What the message seems to be about: the chips that can be changed or pinned. */
  areas: z.array(area).exactOptional(),
  jurisdictions: z.array(z.string()).exactOptional(),
  guard: guardQuestion.exactOptional().describe('Findings that need a decision.'),
  /** What would become of the rest that it found. */
  guarded: guardSummary.exactOptional(),
  /** Places in the message itself that it would point at. */
  marks: z.array(guardMark).exactOptional(),
  /** If several models would answer: each of them; the cost above is that of all. */
  models: z.array(modelForecast).exactOptional(),
  /** The agent that the message calls brings its own model, which answers instead of the one that was chosen. */
  agentModel: z.object({ agent: z.string(), modelId: z.string(), name: z.string() }).exactOptional(),
})

const forecastChoice = z.object({
  modelId: z.string(),
  modelName: z.string(),
  layout: z.enum(['auto', 'ledger', 'library']),
  usedTokens: z.number(),
  cachedTokens: z.number(),
  newTokens: z.number(),
  costUSD: z.number().describe('Of the prompt.'),
  /** Absent if it does not fit. */
  answerUSD: z.number().exactOptional().describe('Of an answer of 1,000 tokens.'),
  overBy: z.number().exactOptional(),
  error: z.string().exactOptional().describe('Why it can’t be sent to this model.'),
})

const by = z.enum(['model', 'extract'])

const compaction = z.object({
  /** The model that it is counted for. */
  modelId: z.string(),
  modelName: z.string(),
  pending: z.boolean().describe('Done by the next turn, unless it would save nothing.'),
  /** Of the next request, with everything as it is, and in short. */
  beforeTokens: z.number(),
  afterTokens: z.number(),
  /** Number of turns that one summary replaces. They stay in the chat, word for word. */
  summarizedTurns: z.number(),
  /** Keys of kept texts that are shown as structure and preview; attached again they are whole. */
  shortened: z.array(z.string()),
  by,
})

const continuedChat = z.object({
  chatId: z.string(),
  attach: z.array(inWords<Attachable>('As `attach` of a message takes it.')),
  by,
  /** What the summary was paid. */
  costUSD: z.number(),
  notice: noticeView.exactOptional(),
})

const suggestedTitle = z.object({ chat: summary, by: z.enum(['model', 'first-words']), costUSD: z.number() })

const unlistedChats = z.object({ files: z.number() })

export type ReindexOutcome =
  | 'added'
  /** The database had the beginning of it. */
  | 'extended'
  /** As a separate chat, next to the one in the database. */
  | 'copied'
  | 'known'
  /** Known and not the same; left alone unless asked. */
  | 'changed'
  /** Another file holds more of this chat. */
  | 'duplicate'
  | 'in-trash'
  | 'not-a-chat'
  | 'unreadable'

export interface ReindexedFile {
  readonly path: string
  readonly outcome: ReindexOutcome
  readonly chatId?: string
  readonly title?: string
  readonly turns?: number
  /** `exact`: the next request is the one that would have been sent; `rebuilt`: a new epoch begins. */
  readonly state?: 'exact' | 'rebuilt'
  /** What could not be had again, in words. */
  readonly gaps: readonly string[]
  /** What was changed by hand or is broken, in words. */
  readonly problems: readonly string[]
}

export interface ReindexReport {
  readonly workspaceId: string
  readonly files: readonly ReindexedFile[]
}

/** Chats as a whole. */
export const CHAT_VIEWS = {
  ChatSettings: chatSettings,
  ChatSummary: summary,
  Kept: kept,
  Chat: chat,
  ChatSearch: search,
  Questions: z.array(question),
  ImportReport: importReport,
  UnlistedChats: unlistedChats,
  ReindexReport: inWords<ReindexReport>(
    'An object: `workspaceId`, and `files` with the path of each, its `outcome` (`added`, `extended`, `known`, ' +
      '`changed`, `not-a-chat`, `unreadable` …), its chat, and what could not be had again.',
  ),
  Forecast: forecast,
  ForecastChoices: z.array(forecastChoice),
  Compaction: compaction,
  ContinuedChat: continuedChat,
  SuggestedTitle: suggestedTitle,
  DeletedTrace: DELETED_TRACE,
}

export type ChatSummaryView = View<typeof summary>
export type ChatView = View<typeof chat>
/** An attachment that stays readable for the model. */
export type KeptView = View<typeof kept>
/** A stretch of a text, in UTF-16 code units. */
export type HighlightView = View<typeof stretch>
/** A message in which something was found. */
export type ChatPassageView = View<typeof passage>
/** A message of the branch on show, to go to. */
export type QuestionView = View<typeof question>
export type ChatHitView = View<typeof hit>
export type ChatSearchView = View<typeof search>
export type ImportedChatView = View<typeof imported>
export type ImportOutcome = ImportedChatView['outcome']
export type ImportReportView = View<typeof importReport>
/** What the next send would cost, for the gauge. */
export type ForecastView = View<typeof forecast>
export type ReadingView = View<typeof reading>
/** What one of several models would use and cost. */
export type ModelForecastView = View<typeof modelForecast>
/** What the next message would use and cost with one model in one layout. */
export type ForecastChoiceView = View<typeof forecastChoice>
/** What a chat would be in short. */
export type CompactionView = View<typeof compaction>
/** A new chat that continues one that ran out of room. */
export type ContinuedChatView = View<typeof continuedChat>
/** `first-words` if the model inside this program named it. */
export type SuggestedTitleView = View<typeof suggestedTitle>
/** How many files of chats there are that no chat is listed for. */
export type UnlistedChatsView = View<typeof unlistedChats>

/** A chat as one file. */
export interface ExportView {
  readonly name: string
  /** For `Content-Type`. */
  readonly type: string
  readonly text: string
}
