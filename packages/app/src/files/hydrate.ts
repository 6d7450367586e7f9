import { localDay } from '@varve/index'
import {
  type AttachRequest,
  EXTRACT_LIMITS,
  type ExtractSources,
  type Extraction,
  type Held,
  type UploadedFile,
  extractArtifacts,
  privacyRulesOf,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import { findChat } from './earlier-chats.ts'
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
  /** The most notes that one folder or tag brings along. */
  readonly expandedNotes?: number | undefined
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
  { at, audience, remoteImages, expandedNotes = EXTRACT_LIMITS.filesPerExpansion }: HydrateInput,
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
    limits: { ...EXTRACT_LIMITS, filesPerExpansion: expandedNotes },
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
