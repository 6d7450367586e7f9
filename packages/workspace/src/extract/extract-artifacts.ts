import { createArtifact } from '@varve/engine'
import { hashBytes, liftDataImages, type Priority } from '@varve/engine/internal'
import { WorkspaceError } from '../workspace-error.ts'
import type { AttachRequest } from './attach-request.ts'
import { expandFolder, expandTag } from './expand.ts'
import { extractPath } from './extract-path.ts'
import type { ChatText, Extracting, ExtractSources, Held, UploadedFile } from './extract-sources.ts'
import { type Extraction, ExtractionBuilder, warningCode, isRefused, nameOf } from './extraction.ts'
import { admit } from './admit.ts'
import { fileKind } from '../file-kind.ts'
import { parseNote } from '../note/parse-note.ts'
import type { ParsedNote } from '../note/parsed-note.ts'
import { decodeText, readText } from '../folder/decode-text.ts'
import { keepInlinePictures, fitPicture, keepPicture } from './read-picture.ts'
import { parseAttached, readAttached } from './read-attached.ts'
import { pdfArtifact, pdfWarnings } from '../document/pdf-artifact.ts'
import { readPdf } from '../document/read-pdf.ts'

/** A note that says nothing about itself. */
const SILENT = parseNote('')

/** More files of one name are not looked into. */
const MOST_TRIED = 5

export interface ExtractInput {
  readonly attach: readonly AttachRequest[]
  /** The note open beside the chat. */
  readonly active?: string | undefined
  /** What no workspace could give: fails for all (the default), or is one more that is not there. */
  readonly refused?: 'fails' | 'absent' | undefined
}

/**
 * Turns what a user named into typed artifacts. What cannot be had is skipped with a warning that says why;
 * the rest continues.
 */
export async function extractArtifacts(input: ExtractInput, sources: ExtractSources): Promise<Extraction> {
  const extracting: Extracting = { sources, into: new ExtractionBuilder(sources.limits) }
  // First, so that its role and its pictures win over later mentions.
  if (input.active !== undefined)
    await attempt(extracting, {
      subject: input.active,
      act: () =>
        extractPath(extracting, { kind: 'path', path: input.active ?? '' }, { role: 'active', depth: 0 }),
    })
  for (const request of input.attach)
    await attempt(extracting, {
      subject: subjectOf(request),
      act: () => extractOne(extracting, request),
      refused: input.refused,
    })
  return extracting.into.build()
}

async function extractOne(extracting: Extracting, request: AttachRequest): Promise<unknown> {
  const { priority } = request
  switch (request.kind) {
    case 'path':
      return extractPath(extracting, request, { priority, depth: 0 })
    case 'folder':
      return expandFolder(extracting, request.path, priority)
    case 'tag':
      return expandTag(extracting, request.tag, priority)
    case 'url':
      return addPage(extracting, request.url, priority)
    case 'selection':
      return addPassage(extracting, request)
    case 'paste':
      return addPaste(extracting, request)
    case 'upload':
      return addUpload(extracting, request.id, priority)
    case 'chat':
      return addChat(extracting, request, priority)
    default:
      return request satisfies never
  }
}

interface Attempt extends Pick<ExtractInput, 'refused'> {
  readonly subject: string
  readonly act: () => Promise<unknown>
}

/** One that cannot be read does not take the others with it. */
async function attempt({ into }: Extracting, { subject, act, refused = 'fails' }: Attempt): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof WorkspaceError) || (refused === 'fails' && isRefused(error))) throw error
    into.lack(warningCode(error), subject, error.message)
  }
}

/** As a person would point at it. */
function subjectOf(request: AttachRequest): string {
  switch (request.kind) {
    case 'path':
    case 'selection':
      return request.path
    case 'folder':
      return `${request.path}/`
    case 'tag':
      return `#${request.tag}`
    case 'url':
      return request.url
    case 'paste':
      return 'pasted text'
    case 'upload':
      return `upload:${request.id}`
    case 'chat':
      return `chat:${request.id}`
    default:
      request satisfies never
      return ''
  }
}

/** A page of the web as readable text, through the guarded fetch that was passed in. */
async function addPage(
  { sources, into }: Extracting,
  url: string,
  priority: Priority | undefined,
): Promise<void> {
  if (!sources.readPage) {
    into.lack('no-consent', url, `${url} was not fetched: reading pages is switched off.`)
    return
  }
  const { artifact, warnings } = await sources.readPage(url)
  into.add(priority === undefined ? artifact : { ...artifact, priority })
  for (const warning of warnings) into.warn('stale', url, warning)
}

type PassageRequest = Extract<AttachRequest, { kind: 'selection' }>

/** A passage as the user marked it: immutable, never a version of another, whatever became of its file. */
async function addPassage(extracting: Extracting, request: PassageRequest): Promise<void> {
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

/** Gives the path that the passage is under: that of its note where it was moved. */
async function admitPassage(extracting: Extracting, { path, content }: PassageRequest): Promise<string> {
  const own = await readSource(extracting, path)
  const moved = own ? undefined : await findMoved(extracting, path, content)
  const source = own ?? moved
  const isNote = fileKind(path) === 'note'
  // Marks on its path apply after a move too.
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
    if (fileKind(path) !== 'note') return { path: file.path }
    const text = decodeText(file)
    return { path: file.path, text, parsed: await parseAttached(sources, { ...file, text }) }
  } catch (error) {
    if (!(error instanceof WorkspaceError) || isRefused(error)) throw error
    return undefined
  }
}

/** A note of the same name counts as the moved one only if the passage is in it. */
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

async function addPaste(
  extracting: Extracting,
  { content, priority }: Extract<AttachRequest, { kind: 'paste' }>,
): Promise<void> {
  const lifted = liftDataImages(content)
  const images = await keepInlinePictures(extracting, 'pasted text', lifted.images)
  for (const image of images) extracting.into.addImage(image)
  extracting.into.add(createArtifact({ kind: 'paste', content: lifted.text, priority }))
}

/** Another chat of this workspace, as one text: what may not be read of it may not be given in short either. */
async function addChat(
  extracting: Extracting,
  { id, content: given }: Extract<AttachRequest, { kind: 'chat' }>,
  priority: Priority | undefined,
): Promise<void> {
  const held = await extracting.sources.findChat?.(id)
  const chat = heldHere<ChatText>(extracting, `chat:${id}`, held)
  if (!chat) return
  const { title, text } = chat
  const content = given ?? text
  extracting.into.add(createArtifact({ kind: 'chat', title, source: { name: id }, content, priority }))
}

/** A file that was dropped into the page or pasted, by its id. */
async function addUpload(extracting: Extracting, id: string, priority: Priority | undefined): Promise<void> {
  const held = await extracting.sources.findUpload?.(id)
  const file = heldHere<UploadedFile>(extracting, `upload:${id}`, held)
  if (file) await extractBytes(extracting, { ...file, priority })
}

/** An id of another workspace is dropped and recorded, and nothing of it is read. */
function heldHere<Thing>(
  { into }: Extracting,
  subject: string,
  held: Held<Thing> | undefined,
): Thing | undefined {
  switch (held?.kind) {
    case 'found':
      return held.thing
    case 'foreign':
      into.lack('foreign', subject, `${subject} belongs to another workspace and was left out.`)
      return undefined
    case 'withheld':
      into.lack(
        'withheld',
        subject,
        `${subject} has drawn on files that stay on this machine and was left out.`,
      )
      return undefined
    default:
      into.lack('missing', subject, `${subject} is no longer there and was left out.`)
      return undefined
  }
}

/**
 * A file from outside the workspace: its key is its content, and it can't be read again. A picture is
 * no artifact; it is part of the message.
 */
async function extractBytes(
  extracting: Extracting,
  { name, bytes, priority }: UploadedFile & { readonly priority: Priority | undefined },
): Promise<void> {
  const base = {
    kind: 'upload',
    title: name,
    source: { name },
    contentHash: hashBytes(bytes),
    priority,
  } as const
  const kind = fileKind(name)
  switch (kind) {
    case 'image':
      extracting.into.addImage(
        keepPicture(extracting, name, await fitPicture(extracting, { path: name, bytes })),
      )
      break
    case 'pdf': {
      const text = await extracting.sources.memo.recall(base.contentHash, `pdf ${name}`, () =>
        readPdf(bytes, { path: name }),
      )
      const { content, metadata } = pdfArtifact({ path: name, bytes, text })
      extracting.into.add(createArtifact({ ...base, content, metadata }))
      for (const warning of pdfWarnings(text)) extracting.into.warn('left-out', name, `${name}: ${warning}`)
      break
    }
    case 'note':
    case 'file': {
      const text = await readText({ path: name, bytes })
      if (kind === 'note') {
        const { contentHash } = base
        const parsed = await parseAttached(extracting.sources, { path: name, contentHash, text })
        admit(extracting, name, parsed, { depth: 0 })
      }
      const lifted = liftDataImages(text)
      const images = await keepInlinePictures(extracting, name, lifted.images)
      for (const image of images) extracting.into.addImage(image)
      extracting.into.add(createArtifact({ ...base, content: lifted.text }))
      break
    }
    case undefined:
      throw new WorkspaceError(
        'not-text',
        name,
        `"${name}" is a file that Varve cannot read; text, PDFs and images can be added.`,
      )
    default:
      kind satisfies never
  }
}
