import { localDay, planSearch } from '@varve/index'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import type { Tool, ToolOutcome, ToolRun } from './tool.ts'
import { TOOL_LIMITS } from './tool-limits.ts'

const schema = z.strictObject({
  query: z
    .string()
    .min(1)
    .max(TOOL_LIMITS.queryCharacters)
    .describe('Words for what was said, and when: "pricing in March", after:2026-03-01 before:2026-04-01.'),
  limit: z.int().min(1).max(TOOL_LIMITS.searchHits).optional().describe('Turns at most; 8 where absent.'),
})

type Args = z.infer<typeof schema>

const DEFAULT_HITS = 8
const DAY_FILTER = /(?<!\S)(?:after|before):\S+/g

export const searchChatsTool: Tool<Args> = {
  name: 'searchChats',
  look: { icon: 'chat', doing: 'Searching your chats' },
  description:
    'Search earlier chats of this workspace: what was asked, answered or decided, and when. Gives turns with chat and day, best first.',
  reach: 'read',
  recoverable: true,
  isLookup: true,
  schema,
  touches: () => [],
  describe: ({ query }) => `Search earlier chats for "${query}"`,
  run: search,
}

async function search({ query, limit = DEFAULT_HITS }: Args, run: ToolRun): Promise<ToolOutcome> {
  const { recallChats } = run
  if (!recallChats) throw new AppError('message-invalid', 'There are no chats to search here.')
  const { filter, daysAreSpoken } = planSearch({ text: query, today: localDay(run.now) })
  const { from, to } = filter.days ?? {}
  const words = query.replace(DAY_FILTER, ' ')
  const inDays = await recallChats({ query: words, limit, from: dayStart(from), until: dayStart(to, 1) })
  // What is said to be of March may have been spoken of in April.
  const isWider = inDays.hits.length === 0 && filter.days !== undefined && daysAreSpoken
  const { hits, around } = isWider ? await recallChats({ query: words, limit }) : inDays
  const count = hits.length === 0 ? 'nothing' : `${hits.length} ${hits.length === 1 ? 'turn' : 'turns'}`
  const remark = isWider && hits.length > 0 ? ['[none of those days; these are of other days]'] : []
  return {
    text: [hits.length === 0 ? 'No earlier chat was found.' : `${count}, best first:`, ...remark].join('\n'),
    summary: `Searched chats for "${query}": ${count}`,
    hits,
    around,
    // What another chat made of a page or an import may try to give orders.
    ...(hits.length > 0 ? { untrusted: true } : {}),
  }
}

/** Midnight where the user is, so many days later. */
function dayStart(text: string | undefined, later = 0): number | undefined {
  if (text === undefined) return undefined
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, date + later).getTime()
}
