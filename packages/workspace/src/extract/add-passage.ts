import { createArtifact, liftDataImages } from '@varve/engine'
import { fileKind } from '../file-kind.ts'
import { parseNote } from '../note/parse-note.ts'
import type { ParsedNote } from '../note/parsed-note.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { admit } from './admit.ts'
import type { AttachRequest } from './attach-request.ts'
import { decodeText } from './decode-text.ts'
import type { Extracting } from './extract-sources.ts'
import { isRefused } from './is-refused.ts'
import { keepInlinePictures } from './keep-inline-pictures.ts'
import { nameOf } from './name-of.ts'
import { parseAttached, readAttached } from './read-attached.ts'

type PassageRequest = Extract<AttachRequest, { kind: 'selection' }>

/** A passage as the user marked it: immutable, never a version of another, whatever became of its file. */
export async function addPassage(extracting: Extracting, request: PassageRequest): Promise<void> {
  const { lines, content, priority } = request
  const path = await admitPassage(extracting, request)
  const lifted = liftDataImages(content)
  const images = await keepInlinePictures(extracting, path, lifted.images)
  extracting.into.add(
    createArtifact({
      kind: 'selection',
      source: { path, lines },
      content: lifted.text,
      images,
      priority,
    }),
  )
}

/** Gives the path that the passage stands under: that of its note where it was moved. */
async function admitPassage(extracting: Extracting, { path, content }: PassageRequest): Promise<string> {
  const own = await readSource(extracting, path)
  const moved = own ? undefined : await findMoved(extracting, path, content)
  const source = own ?? moved
  const isNote = fileKind(nameOf(path)) === 'note'
  // What is said of its path holds wherever it was moved.
  admit(extracting, path, isNote ? (source?.parsed ?? SILENT) : undefined, { depth: 0 })
  if (source) admit(extracting, source.path, source.parsed, { depth: 0 })
  else if (isNote && extracting.sources.audience === 'cloud')
    throw new WorkspaceError(
      'withheld',
      path,
      `The passage of "${path}" was left out: its note cannot be read any more, so it is not known whether it may leave this machine.`,
    )
  return moved?.path ?? path
}

/** A note that says nothing about itself. */
const SILENT = parseNote('')

interface PassageSource {
  /** Links followed. */
  readonly path: string
  readonly text?: string
  /** Of a note. */
  readonly parsed?: ParsedNote
}

/** Undefined where it cannot be read any more. */
async function readSource({ sources }: Extracting, path: string): Promise<PassageSource | undefined> {
  try {
    const file = await readAttached(sources, path)
    if (fileKind(nameOf(path)) !== 'note') return { path: file.path }
    const text = decodeText(file)
    return { path: file.path, text, parsed: await parseAttached(sources, { ...file, text }) }
  } catch (error) {
    if (!(error instanceof WorkspaceError) || isRefused(error)) throw error
    return undefined
  }
}

/** More files of one name are not looked into. */
const MOST_TRIED = 5

/** A note of the same name counts as the moved one only if the passage stands in it. */
async function findMoved(
  extracting: Extracting,
  path: string,
  content: string,
): Promise<PassageSource | undefined> {
  const candidates = await (await extracting.sources.settledIndex()).findByName(nameOf(path))
  for (const candidate of candidates.slice(0, MOST_TRIED)) {
    const source = await readSource(extracting, candidate)
    if (source?.text?.includes(content)) return source
  }
  return undefined
}

export async function addPaste(
  extracting: Extracting,
  { content, priority }: Extract<AttachRequest, { kind: 'paste' }>,
): Promise<void> {
  const lifted = liftDataImages(content)
  const images = await keepInlinePictures(extracting, 'pasted text', lifted.images)
  for (const image of images) extracting.into.addImage(image)
  extracting.into.add(createArtifact({ kind: 'paste', content: lifted.text, priority }))
}
