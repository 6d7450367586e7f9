import { markOfText } from '../files/carry-mark.ts'
import type { State } from '@varve/engine'
import { hashText, toolResult } from '@varve/engine/internal'
import type { AppContext } from '../app-context.ts'
import type { AnswerJob } from '../turn/answer-job.ts'
import type { LiveAnswer } from '../turn/live-answer.ts'
import { originalOf } from '../guard/original-of.ts'
import { privateTitle } from '../guard/private-title.ts'
import type { SkillRun } from '../tools/use-skill.ts'
import { type ForeignFiles, foreignFiles } from '../definitions/foreign-files.ts'
import { searchChatsTool } from '../tools/search-chats-tool.ts'
import { toolNamed } from '../tools/tools.ts'
import { filesOfOthers } from '../trust/trust.ts'
import { readTurnOptions } from '../chat/turn-options.ts'
import { recallChats } from './recall-chats.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import { pageReader } from '../files/page-reader.ts'

/** What the tools of one answer work with: the files of its workspace, and what its conversation holds. */
export async function conversationRun(
  context: AppContext,
  job: AnswerJob,
  live: LiveAnswer,
): Promise<(callId: string) => SkillRun> {
  const { workspaceId } = job.chat
  const opened = await openedWorkspace(context, workspaceId)
  const files = filesOfOthers(context.store, workspaceId, opened.files)
  const foreign = await foreignFiles(context, workspaceId)
  const readPage = context.fetchPage && pageReader(context, workspaceId)
  const entries = () =>
    [...job.open.state.library].map((entry) => ({ entry, original: originalOf(entry.artifact) }))
  const mark = () => markOfText(context, job.chat, { turnId: job.turnId, state: job.open.state })
  return (callId) => ({
    workspaceId,
    mark,
    nameFor: (text) => privateTitle(context, { workspaceId, text, redaction: job.open.redaction }),
    files,
    index: opened.index,
    readArtifact: async (key) => {
      const found = entries().find(
        ({ entry, original }) => entry.artifact.key === key || original.path === key,
      )
      const result = found ? undefined : toolResult(job.open.state, key)
      if (result !== undefined) return { content: result, contentHash: hashText(result) }
      if (!found) return undefined
      const { content, contentHash, kind } = found.entry.artifact
      const isForeign = FOREIGN_KINDS.has(kind) || isForeignPath(foreign, found.original.path)
      return { content, contentHash, untrusted: isForeign }
    },
    isUntrusted: foreign.has,
    isReadable: (key, hash) => {
      const found = entries().find(({ original }) => original.path === key && original.hash === hash)
      if (!found) return undefined
      const { key: kept, contentHash } = found.entry.artifact
      const current = job.open.state.epochs[job.model.spec.id]?.places.get(kept)?.current
      // A preview stands there without the text.
      return current?.hash === contentHash ? `turn ${current.turn}` : undefined
    },
    recallChats: (wanted) =>
      recallChats(context, { ...wanted, workspaceId, audience: job.audience, without: job.chat.chatId }),
    fetchPage: readPage,
    webSearch: context.webSearch,
    searchHits: job.agent?.searchHits,
    ask: () => live.askPerson(callId),
    signal: live.stopping.signal,
    now: context.clock.now(),
    audience: job.audience,
    skills: async () => (await job.agent?.skills(job.audience)) ?? [],
  })
}

/** Text of others, or what another chat made of some: it may try to give orders. */
const FOREIGN_KINDS: ReadonlySet<string> = new Set([
  'chat',
  'url',
  'tweet',
  'youtube',
  'web-tab',
  'web-selection',
  'upload',
])

/** The key of a chat that was found. */
const CHAT_HIT = /^chat:/m

/** Stands before the name of every tool of a server. */
const MCP_PREFIX = 'mcp__'

/**
 * Whether the conversation contains text by others: kept attachments, results of tools in any turn, and
 * everything in an imported chat.
 */
export async function hasUntrusted(context: AppContext, job: AnswerJob): Promise<boolean> {
  const { open, agent, chat, turnId } = job
  const { library, history, open: turn } = open.state
  const foreign = await foreignFiles(context, chat.workspaceId)
  const kept = [...library].map(({ artifact }) => ({ artifact, path: originalOf(artifact).path }))
  if (kept.some(({ artifact, path }) => FOREIGN_KINDS.has(artifact.kind) || isForeignPath(foreign, path)))
    return true
  // What is none of ours may have been a server's that is not connected any more.
  const isFromElsewhere = (name: string): boolean =>
    (toolNamed(name) ?? toolNamed(name, agent?.tools))?.reach === 'fetch' || name.startsWith(MCP_PREFIX)
  const uses = [...history, ...(turn ? [turn] : [])].flatMap(toolsUsed)
  if (
    uses.some(
      ({ tool, words }) =>
        isFromElsewhere(tool) ||
        (tool === searchChatsTool.name && CHAT_HIT.test(words)) ||
        (toolNamed(tool)?.showsText && foreign.isNamedIn(words)),
    )
  )
    return true
  return isImported(context, { workspaceId: chat.workspaceId, headId: turnId })
}

function isForeignPath({ has }: ForeignFiles, path: string | undefined): boolean {
  return path !== undefined && has(path)
}

async function isImported(
  { store }: AppContext,
  place: { readonly workspaceId: string; readonly headId: string },
): Promise<boolean> {
  const branch = await store.turns.branch(place)
  return branch.some(({ options }) => readTurnOptions(options).imported)
}

function toolsUsed({ gathered, steps }: NonNullable<State['open']>): readonly ToolUse[] {
  const exchanges = Object.values(steps).flatMap((all) => all.flatMap((step) => step.exchanges))
  return [...gathered.map(({ text, ...rest }) => ({ ...rest, result: text })), ...exchanges].map(
    ({ tool, arguments: args, result, hits = [] }) => ({
      tool,
      words: [args, result, ...hits.map(({ key }) => key)].join('\n'),
    }),
  )
}

interface ToolUse {
  readonly tool: string
  /** What it was asked and what it said. */
  readonly words: string
}
