import type { State } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import type { AnswerJob } from '../answer/answer-job.ts'
import type { LiveAnswer } from '../answer/live-answer.ts'
import { originalOf } from '../guard/original-of.ts'
import { audienceOf } from '../models/audience-of.ts'
import type { SkillRun } from '../definitions/use-skill.ts'
import { toolNamed } from '../tools/tools.ts'
import { openedWorkspace } from '../workspace/opened-workspace.ts'
import { pageReader } from '../workspace/page-reader.ts'

/** What the tools of one answer work with: the files of its workspace, and what its conversation holds. */
export async function conversationRun(
  context: AppContext,
  job: AnswerJob,
  live: LiveAnswer,
): Promise<(callId: string) => SkillRun> {
  const { workspaceId } = job.chat
  const opened = await openedWorkspace(context, workspaceId)
  const readPage = context.fetchPage && pageReader(context, workspaceId)
  const entries = () =>
    [...job.open.state.library].map((entry) => ({ entry, original: originalOf(entry.artifact) }))
  return (callId) => ({
    workspaceId,
    files: opened.files,
    index: opened.index,
    readArtifact: async (key) => {
      const found = entries().find(
        ({ entry, original }) => entry.artifact.key === key || original.path === key,
      )
      if (!found) return undefined
      const { content, contentHash, kind } = found.entry.artifact
      return { content, contentHash, untrusted: WEB_KINDS.has(kind) }
    },
    isReadable: (key, hash) => {
      const found = entries().find(({ original }) => original.path === key && original.hash === hash)
      const places = job.open.state.epochs[job.model.spec.id]?.places
      if (!found || !places?.has(found.entry.artifact.key)) return undefined
      return `turn ${found.entry.versionTurn}`
    },
    fetchPage: readPage,
    webSearch: context.webSearch,
    ask: () => live.askPerson(callId),
    signal: live.stopping.signal,
    now: context.clock.now(),
    audience: audienceOf(job.model),
    skills: async () => (await job.agent?.skills(audienceOf(job.model))) ?? [],
  })
}

/** Text of others: it may try to give orders. */
export const WEB_KINDS: ReadonlySet<string> = new Set([
  'url',
  'tweet',
  'youtube',
  'web-tab',
  'web-selection',
  'upload',
])

/** Stands before the name of every tool of a server. */
const MCP_PREFIX = 'mcp__'

/** Whether something in the conversation was written by others: what is kept, or what tools brought in any turn. */
export function hasUntrusted({ open, agent }: AnswerJob): boolean {
  const { library, history, open: turn } = open.state
  if ([...library].some(({ artifact }) => WEB_KINDS.has(artifact.kind))) return true
  // What is none of ours may have been a server's that is not connected any more.
  const isFromElsewhere = (name: string): boolean =>
    (toolNamed(name) ?? toolNamed(name, agent?.tools))?.reach === 'fetch' || name.startsWith(MCP_PREFIX)
  return [...history, ...(turn ? [turn] : [])].some((record) => toolsUsed(record).some(isFromElsewhere))
}

function toolsUsed({ gathered, steps }: NonNullable<State['open']>): readonly string[] {
  const exchanges = Object.values(steps).flatMap((all) => all.flatMap((step) => step.exchanges))
  return [...gathered, ...exchanges].map(({ tool }) => tool)
}
