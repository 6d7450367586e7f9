import { localDay } from '@varve/index'
import type { TurnRecord } from '@varve/store'
import {
  type AttachRequest,
  type ChatText,
  EXTRACT_LIMITS,
  type ExtractSources,
  type Extraction,
  type Held,
  type UploadedFile,
  extractArtifacts,
  privacyRulesOf,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { chosenAnswer, headPoint } from '../chat/branch-position.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import { sourcesOfChat } from './sources-of-chat.ts'
import { marksOf } from './marks-of.ts'
import { imageFetcher, pageReader } from './page-reader.ts'
import { untilReady } from './control-index.ts'
import { wallClock } from './wall-clock.ts'
import type { OpenedWorkspace } from './workspace-files.ts'

export interface HydrateInput {
  readonly workspaceId: string
  readonly attach: readonly AttachRequest[]
  readonly active?: string | undefined
  /** The user agrees to fetch pictures of the web. */
  readonly remoteImages?: boolean | undefined
  readonly at: number
  /** Who will read it. */
  readonly audience: ExtractSources['audience']
}

/** Longer than a vault of some thousand notes takes, and not too long for a message to wait. */
const SETTLE_MILLISECONDS = 5000

const NOTHING: Extraction = { artifacts: [], images: [], pictures: new Map(), warnings: [], absent: [] }

/** Reads what a message brings along. Ids are looked up inside the workspace only; what is foreign is dropped. */
export async function hydrate(context: AppContext, input: HydrateInput): Promise<Extraction> {
  // A message by itself needs no folder, which may not even be there.
  if (input.attach.length === 0 && input.active === undefined) return NOTHING
  const opened = await openedWorkspace(context, input.workspaceId)
  const extraction = await extractArtifacts(input, await sourcesOf(context, opened, input))
  for (const { code, subject } of extraction.warnings)
    if (code === 'foreign')
      context.report(`An attachment of another workspace was dropped from ${input.workspaceId}: ${subject}.`)
  return extraction
}

async function sourcesOf(
  context: AppContext,
  opened: OpenedWorkspace,
  { at, audience, remoteImages }: HydrateInput,
): Promise<ExtractSources> {
  const { record, files } = opened
  return {
    readFile: files.read,
    settledIndex: async () => {
      const index = await opened.index()
      await untilReady(index, SETTLE_MILLISECONDS)
      return index
    },
    readPage: pageReader(context, record.id),
    fetchImage: remoteImages ? imageFetcher(context) : undefined,
    findChat: (id) => findChat(context, { workspaceId: record.id, id, audience }),
    findUpload: (id) => findUpload(context, record.id, id),
    today: localDay(at),
    wallClock,
    privacy: await privacyRulesOf(files),
    audience,
    limits: EXTRACT_LIMITS,
    memo: context.readings,
    queries: context.queries,
  }
}

async function findUpload(
  { store }: AppContext,
  workspaceId: string,
  id: string,
): Promise<Held<UploadedFile>> {
  const record = await store.uploads.get({ workspaceId, id })
  const bytes = record && (await store.blobs.get(workspaceId, record.hash))
  if (record && bytes) return { kind: 'found', thing: { name: record.name, bytes } }
  return { kind: (await store.uploads.isForeign({ workspaceId, id })) ? 'foreign' : 'missing' }
}

interface ChatWanted extends Pick<HydrateInput, 'workspaceId' | 'audience'> {
  readonly id: string
}

async function findChat(context: AppContext, wanted: ChatWanted): Promise<Held<ChatText>> {
  const { store } = context
  const { workspaceId, id, audience } = wanted
  const chat = await store.conversations.get({ workspaceId, id })
  if (!chat) {
    const isForeign = await store.conversations.isForeign({ workspaceId, id })
    return { kind: isForeign ? 'foreign' : 'missing' }
  }
  const place = { workspaceId, chatId: id }
  if (audience === 'cloud') {
    const drawn = await sourcesOfChat(context, place)
    if ((await marksOf(context, workspaceId, drawn)).size > 0) return { kind: 'withheld' }
  }
  const { turn } = await headPoint(context, place, chat)
  const text = turn ? await branchText(context, turn) : ''
  return { kind: 'found', thing: { title: chat.title, text } }
}

/** The branch on show, in the words that were exchanged. */
async function branchText({ store }: AppContext, { workspaceId, id }: TurnRecord): Promise<string> {
  const turns = await store.turns.branch({ workspaceId, headId: id })
  const ids = turns.map((turn) => turn.id)
  const answers = Map.groupBy(await store.answers.ofTurns(workspaceId, ids), ({ turnId }) => turnId)
  const picked = await store.choices.ofTurns(workspaceId, ids)
  return turns
    .map((turn, index) => {
      const own = answers.get(turn.id) ?? []
      const answer = chosenAnswer(own, turns[index + 1]?.parentAnswerId ?? picked.get(turn.id))
      return `**user**: ${turn.text}\n\n**ai**: ${answer?.text ?? ''}`
    })
    .join('\n\n')
}
