import { Buffer } from 'node:buffer'
import type { Artifact, State } from '@varve/engine'
import type { ImageReference } from '@varve/engine/internal'
import type { TurnRecord } from '@varve/store'
import { numberedName, readImageInfo, WorkspaceError } from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { AppError, toAppError } from '../app-error.ts'
import type { ChatPlace } from '../chat/require-chat.ts'
import { loadAsked, loadState } from '../chat/load-state.ts'
import { type FileNow, observeFiles } from '../chat/observe-files.ts'
import { requireTurn } from '../chat/require-turn.ts'
import type { FileContentView, SourceTextView } from '@varve/contract'
import { readPicture } from './read-picture.ts'
import { shownHash } from './content-guard.ts'
import { readFile } from './read-file.ts'

export interface ReadSourceInput extends ChatPlace {
  /** The id of the turn, or its place in the branch on show. */
  readonly turn: string | number
  readonly path: string
}

/**
 * What a citation points into: a text as the model was given it in one turn, whatever the file holds now. Of a file
 * that it was given passages of, the file.
 */
export async function readSource(context: AppContext, input: ReadSourceInput): Promise<SourceTextView> {
  const turn = await requireTurn(context, input, input.turn)
  const asked = await loadAsked(context, input, turn)
  const artifact = asked ? artifactAt(asked.state, input.path) : await artifactInHistory(context, input, turn)
  const image = artifact ? imageOf(artifact) : imageIn(asked?.state, input.path)
  if (image && !artifact) {
    const { name, hash } = image
    const about = { path: name, title: name, contentHash: hash, content: '', changed: 'no' } as const
    return { ...about, ...(await pictureView(context, turn, image)) }
  }
  if (!artifact) {
    const found = await readFoundSource(context, { turn, path: input.path, asked: asked?.state })
    if (found) return found
    const message = `Turn ${turn.number} of this chat did not have "${input.path}".`
    throw new AppError('artifact-not-found', message)
  }
  const [file] = await observeFiles(context, input.workspaceId, [artifact])
  const { key: path, title, contentHash, content } = artifact
  const changed = changedSince(file?.now.kind ?? 'current')
  const picture = image ? await pictureView(context, turn, image, artifact.source.path) : {}
  return { path, title, contentHash, content, changed, ...picture }
}

/** A picture that was attached; those inside a note come with its text. */
function imageOf({ kind, images }: Artifact): ImageReference | undefined {
  return kind === 'image' ? images[0] : undefined
}

/** A picture that came with the message itself, by paste or drop. */
function imageIn(state: State | undefined, name: string): ImageReference | undefined {
  const { open, history } = state ?? {}
  return [...(open ? [open] : []), ...[...(history ?? [])].toReversed()]
    .flatMap(({ images }) => images)
    .find((image) => image.name === name)
}

/** The picture as sent. If the model had no vision: as uploaded, or as the file is now. */
async function pictureView(
  context: AppContext,
  { workspaceId, attach }: TurnRecord,
  { hash, name, mediaType }: ImageReference,
  path?: string,
): Promise<Pick<SourceTextView, 'picture'>> {
  const sent = await context.store.blobs.get(workspaceId, hash)
  if (sent) return { picture: dataAddress(mediaType, sent) }
  try {
    const bytes =
      path === undefined
        ? await handedOver(context, { workspaceId, attach, name })
        : (await readPicture(context, { workspaceId, path })).bytes
    if (!bytes) return {}
    const reading = readImageInfo(bytes)
    return reading.kind === 'image' ? { picture: dataAddress(reading.info.mediaType, bytes) } : {}
  } catch (error) {
    // The file is missing or no longer a picture: the text describes what it was.
    if (error instanceof WorkspaceError || error instanceof AppError) return {}
    throw error
  }
}

async function handedOver(
  { store }: AppContext,
  { workspaceId, attach, name }: Pick<TurnRecord, 'workspaceId' | 'attach'> & { readonly name: string },
): Promise<Uint8Array | undefined> {
  const names = new Map<string, string>()
  for (const item of attach) {
    const id = typeof item === 'string' ? /^upload:(.+?)[!?]?$/.exec(item)?.[1] : undefined
    const upload = id === undefined ? undefined : await store.uploads.get({ workspaceId, id })
    if (!upload || names.has(upload.hash)) continue
    names.set(upload.hash, numberedName(upload.name, new Set(names.values())))
    if (names.get(upload.hash) === name) return store.blobs.get(workspaceId, upload.hash)
  }
  return undefined
}

function dataAddress(mediaType: string, bytes: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`
}

/** The library of a state holds what was attached up to its turn, in the version last given by then. */
function artifactAt({ places, library }: State, path: string): Artifact | undefined {
  const place = places.get(path)
  return place === undefined ? undefined : library.get(place)?.artifact
}

/** A chat restored from its file has one state, after its last turn, which knows what each turn added. */
async function artifactInHistory(
  context: AppContext,
  { path, ...place }: ReadSourceInput,
  { number }: TurnRecord,
): Promise<Artifact | undefined> {
  const { state } = await loadState(context, place)
  const attached = [...state.history]
    .filter((turn) => turn.number <= number)
    .flatMap((turn) => turn.attached.map(({ artifact }) => artifact))
  return attached.findLast(({ key }) => key === path)
}

function changedSince(kind: FileNow['kind']): SourceTextView['changed'] {
  return kind === 'current' ? 'no' : kind
}

interface FoundSource {
  readonly turn: TurnRecord
  readonly path: string
  /** The state with the turn open; undefined if the tools' results are unknown. */
  readonly asked: State | undefined
}

/**
 * A file that a turn was given passages of, by a search or a tool: as it is now, since only the passages were kept.
 * Undefined where it was neither found nor cited in the turn.
 */
async function readFoundSource(
  context: AppContext,
  { turn, path, asked }: FoundSource,
): Promise<SourceTextView | undefined> {
  const { workspaceId } = turn
  if (!hitsOf(asked).some(({ key }) => key === path)) {
    const answers = await context.store.answers.ofTurn(workspaceId, turn.id)
    if (!answers.some(({ sources }) => sources.some((source) => source.path === path))) return undefined
  }
  const file = await fileNow(context, workspaceId, path)
  if (!file) {
    const title = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
    return { path, title, contentHash: '', content: '', changed: 'missing', isNow: true }
  }
  const { title, contentHash, content } = file
  const isSame = wasFound(asked, path, contentHash) ?? file.modified <= turn.at
  return { path, title, contentHash, content, changed: isSame ? 'no' : 'changed', isNow: true }
}

async function fileNow(
  context: AppContext,
  workspaceId: string,
  path: string,
): Promise<FileContentView | undefined> {
  try {
    return await readFile(context, { workspaceId, path })
  } catch (error) {
    const isGone = error instanceof WorkspaceError && error.code !== 'changed-while-reading'
    if (isGone || toAppError(error).code === 'file-not-text') return undefined
    throw error
  }
}

/** Whether it was found or read in this version; undefined where that was not recorded. */
function wasFound(asked: State | undefined, path: string, hash: string): boolean | undefined {
  const { gathered, exchanges } = resultsOf(asked)
  const heads = [...gathered.map(({ text }) => text), ...exchanges.map(({ result }) => result)]
    .map((text) => text.split('\n', 1)[0] ?? '')
    .filter((head) => head.startsWith(`${path}, `))
  const seen = [
    ...hitsOf(asked)
      .filter(({ key }) => key === path)
      .map(({ contentHash }) => contentHash === hash),
    ...heads.map((head) => head.includes(`hash ${shownHash(hash)}`)),
  ]
  return seen.length === 0 ? undefined : seen.includes(true)
}

function resultsOf(asked: State | undefined) {
  const { gathered = [], steps = {} } = asked?.open ?? {}
  return { gathered, exchanges: Object.values(steps).flatMap((all) => all.flatMap((step) => step.exchanges)) }
}

function hitsOf(asked: State | undefined) {
  const { gathered, exchanges } = resultsOf(asked)
  return [...gathered, ...exchanges].flatMap((result) => result.hits ?? [])
}
