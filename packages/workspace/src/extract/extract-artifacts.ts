import { WorkspaceError } from '../workspace-error.ts'
import type { AttachRequest } from './attach-request.ts'
import { addChat, addUpload } from './add-held.ts'
import { addPage } from './add-page.ts'
import { addPassage, addPaste } from './add-passage.ts'
import { expandFolder, expandTag } from './expand.ts'
import { extractPath } from './extract-path.ts'
import type { Extracting, ExtractSources } from './extract-sources.ts'
import { type Extraction, ExtractionBuilder } from './extraction.ts'
import { isRefused } from './is-refused.ts'
import { warningCode } from './warning-code.ts'

export interface ExtractInput {
  readonly attach: readonly AttachRequest[]
  /** The note that is open beside the chat. */
  readonly active?: string | undefined
  /** What no workspace could give: fails for all (the default), or is one more that is not there. */
  readonly refused?: 'fails' | 'absent' | undefined
}

/**
 * Turns what a user named into typed artifacts. What cannot be had is skipped with a warning that says why;
 * the rest goes on.
 */
export async function extractArtifacts(input: ExtractInput, sources: ExtractSources): Promise<Extraction> {
  const extracting: Extracting = { sources, into: new ExtractionBuilder(sources.limits) }
  // First, so that its role and its pictures stand whatever else names it.
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
