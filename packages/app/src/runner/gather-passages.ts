import { type GatheredResult, type State, userQuestions } from '@varve/engine'
import type { AppContext } from '../app-context.ts'
import { citeHits } from './cite-hits.ts'
import { runTool } from '../tools/run-tool.ts'
import type { SourceView } from '../views.ts'
import { openedWorkspace } from '../workspace/opened-workspace.ts'
import { untilReady } from '../workspace/until-ready.ts'

export interface PassagesWanted {
  readonly workspaceId: string
  readonly text: string
  readonly state: State
  readonly audience: 'this-machine' | 'cloud'
  readonly at: number
}

/** What was found in the notes before a model is asked. */
export interface GatheredPassages {
  readonly gathered: readonly GatheredResult[]
  /** By the numbers under which the model is to cite them. */
  readonly sources: readonly SourceView[]
  /** How to answer from them. */
  readonly guidance: string
  /** What stands around them in their files. */
  readonly around?: readonly string[]
}

const SETTLE_MILLISECONDS = 5000
const EARLIER_QUESTIONS = 3

const FOUND = `Answer from the passages that were found in the user's notes. Put the number of the passage behind each claim, as [^1]; these are the numbers:`
const NOT_FOUND = `A search of the user's notes found nothing about this. Say that it is not in their notes; do not answer from memory as if it were.`

/** Searches the notes for a question, with what was asked before it. */
export async function gatherPassages(
  context: AppContext,
  { workspaceId, text, state, audience, at }: PassagesWanted,
): Promise<GatheredPassages> {
  const opened = await openedWorkspace(context, workspaceId)
  await untilReady(await opened.index(), SETTLE_MILLISECONDS)
  const earlier = userQuestions(state).slice(-EARLIER_QUESTIONS)
  const query = text.slice(0, 1000)
  const {
    text: found,
    hits = [],
    around = [],
  } = await runTool(
    { tool: 'localSearch', arguments: { query: wordsOf(query), limit: 8 } },
    {
      workspaceId,
      files: opened.files,
      index: opened.index,
      conversation: earlier,
      readArtifact: async () => undefined,
      isReadable: () => undefined,
      ask: async () => '',
      signal: context.closing,
      now: at,
      audience,
    },
  )
  const good = hits.filter((hit) => isAbout(hit.text, [query, ...earlier]))
  if (good.length === 0) return { gathered: [], sources: [], guidance: NOT_FOUND }
  const result = {
    tool: 'localSearch',
    arguments: JSON.stringify({ query }),
    text: found,
    hits: good,
    recoverable: true,
  }
  return { gathered: [result], ...citeHits([result], FOUND), around }
}

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
