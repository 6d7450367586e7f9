import { z } from 'zod'
import type {
  Attachable,
  ChatSearchView,
  ChatSummaryView,
  ChatView,
  CompactionView,
  ContinuedChatView,
  DeletedTraceView,
  ForecastChoiceView,
  ForecastView,
  ImportReportView,
  ReindexReport,
  UnlistedChatsView,
  KeptView,
  SuggestedTitleView,
} from '../../api-types.ts'
import { chatSettings } from './chat-settings-view.ts'
import { area, guardSummary, TURN_VIEWS } from './turn-views.ts'
import { ERROR_VIEWS } from './error-views.ts'
import { inWords, moment, stretch, viewOf } from './view-of.ts'

const summaryFields = {
  id: z.string(),
  title: z.string(),
  createdAt: moment,
  updatedAt: moment,
  answering: z.boolean().describe('An answer is on its way.'),
  pinned: z.boolean().exactOptional(),
  archived: z.boolean().exactOptional(),
  trashedAt: z.string().exactOptional(),
  tags: z.array(z.string()).exactOptional(),
  project: z.string().exactOptional(),
  unused: z.literal(true).exactOptional().describe('It waits for its first message.'),
}

const summary = viewOf<ChatSummaryView>()(z.object(summaryFields))

const kept = viewOf<KeptView>()(
  z.object({
    key: z.string(),
    title: z.string(),
    tokens: z.number(),
    sinceTurn: z.number(),
    status: z
      .enum(['current', 'changed', 'missing'])
      .describe('The file now, against the text that the chat holds.'),
    priority: z.enum(['essential', 'optional']).exactOptional(),
  }),
)

const chat = viewOf<ChatView>()(
  z.object({
    ...summaryFields,
    turns: z.array(TURN_VIEWS.Turn).describe('The latest of the branch on show.'),
    earlier: z.number().describe('How many turns come before those.'),
    kept: z.array(kept).describe('What was attached and is still readable for the model.'),
    forgotten: z.array(kept).exactOptional(),
    compact: z.literal(true).exactOptional(),
    settings: chatSettings,
    file: z.string().exactOptional().describe('The note that holds this chat.'),
    notices: z.array(z.string()).exactOptional(),
  }),
)

const search = viewOf<ChatSearchView>()(
  z.object({
    hits: z.array(
      z.object({
        chat: summary,
        titleHighlights: z.array(stretch),
        passages: z.array(
          z.object({
            part: z.enum(['question', 'answer']),
            turnId: z.string(),
            answerId: z.string().exactOptional(),
            modelName: z.string().exactOptional(),
            at: moment,
            snippet: z.string(),
            highlights: z.array(stretch),
          }),
        ),
      }),
    ),
    more: z.boolean().describe('There are more behind these.'),
    waiting: z.number().exactOptional().describe('Texts that are not searched yet.'),
  }),
)

const imported = viewOf<ImportReportView>()(
  z.object({
    chats: z.array(
      z.object({
        source: z.string(),
        title: z.string(),
        outcome: z.enum(['added', 'extended', 'copied', 'known', 'refused']),
        chatId: z.string().exactOptional(),
        turns: z.number().exactOptional(),
        answers: z.number().exactOptional(),
        lost: z.array(z.string()).describe('What could not come along, in words.'),
        context: z
          .object({
            found: z.array(z.string()),
            moved: z.array(z.object({ from: z.string(), to: z.string() })),
            missing: z.array(z.string()),
          })
          .exactOptional()
          .describe('Notes that it names; those found come along with its next message, as of today.'),
      }),
    ),
    skipped: z.array(z.object({ source: z.string(), reason: z.string() })),
  }),
)

const forecast = viewOf<ForecastView>()(
  z.object({
    usedTokens: z.number(),
    budgetTokens: z.number(),
    cachedTokens: z.number(),
    newTokens: z.number(),
    costUSD: z.number(),
    reservedTokens: z.number().exactOptional(),
    reservedUSD: z.number().exactOptional(),
    warmUntil: z.number().exactOptional(),
    reportsNoHits: z
      .literal(true)
      .exactOptional()
      .describe('The provider reports no cache hits where its rules promise some.'),
    attachments: z.array(TURN_VIEWS.Attachment).exactOptional(),
    named: z.array(z.string()).exactOptional().describe('What the words of the message would attach.'),
    pinned: z.array(z.string()).exactOptional(),
    offered: z.array(z.string()).exactOptional(),
    notices: z.array(z.string()).exactOptional(),
    remoteImages: z.array(z.string()).exactOptional(),
    overBy: z.number().exactOptional().describe('Tokens above the budget: sending would be refused.'),
    largest: z.array(z.object({ key: z.string(), tokens: z.number() })).exactOptional(),
    actions: z.array(z.string()).exactOptional(),
    areas: z.array(area).exactOptional(),
    jurisdictions: z.array(z.string()).exactOptional(),
    guard: ERROR_VIEWS.GuardQuestion.exactOptional().describe('What the guard would ask about.'),
    guarded: guardSummary.exactOptional(),
    marks: z
      .array(
        z.object({
          type: z.string(),
          severity: z.enum(['critical', 'high', 'moderate', 'low']),
          start: z.number(),
          end: z.number(),
        }),
      )
      .exactOptional(),
    models: z
      .array(
        z.object({
          modelId: z.string(),
          costUSD: z.number(),
          cachedTokens: z.number(),
          newTokens: z.number(),
          overBy: z.number().exactOptional(),
        }),
      )
      .exactOptional(),
    agentModel: z.object({ agent: z.string(), modelId: z.string(), name: z.string() }).exactOptional(),
  }),
)

const by = z.enum(['model', 'extract'])

/** Chats as a whole. */
export const CHAT_VIEWS = {
  ChatSettings: chatSettings,
  ChatSummary: summary,
  Kept: kept,
  Chat: chat,
  ChatSearch: search,
  ImportReport: imported,
  UnlistedChats: viewOf<UnlistedChatsView>()(z.object({ files: z.number() })),
  ReindexReport: inWords<ReindexReport>(
    'An object: `workspaceId`, and `files` with the path of each, its `outcome` (`added`, `extended`, `known`, ' +
      '`changed`, `not-a-chat`, `unreadable` …), its chat, and what could not be had again.',
  ),
  Forecast: forecast,
  ForecastChoices: viewOf<readonly ForecastChoiceView[]>()(
    z.array(
      z.object({
        modelId: z.string(),
        modelName: z.string(),
        layout: z.enum(['auto', 'ledger', 'library']),
        usedTokens: z.number(),
        cachedTokens: z.number(),
        newTokens: z.number(),
        costUSD: z.number().describe('Of the prompt.'),
        answerUSD: z.number().exactOptional().describe('Of an answer of 1,000 tokens.'),
        overBy: z.number().exactOptional(),
        error: z.string().exactOptional().describe('Why it cannot be sent to this model.'),
      }),
    ),
  ),
  Compaction: viewOf<CompactionView>()(
    z.object({
      modelId: z.string(),
      modelName: z.string(),
      pending: z.boolean().describe('The next turn does it; not where it would save nothing.'),
      beforeTokens: z.number(),
      afterTokens: z.number(),
      summarizedTurns: z.number(),
      shortened: z.array(z.string()),
      by,
    }),
  ),
  ContinuedChat: viewOf<ContinuedChatView>()(
    z.object({
      chatId: z.string(),
      attach: z.array(inWords<Attachable>('As `attach` of a message takes it.')),
      by,
      costUSD: z.number(),
      notice: z.string().exactOptional(),
    }),
  ),
  SuggestedTitle: viewOf<SuggestedTitleView>()(
    z.object({ chat: summary, by: z.enum(['model', 'first-words']), costUSD: z.number() }),
  ),
  DeletedTrace: viewOf<DeletedTraceView>()(z.object({ calls: z.number(), at: moment })),
}
