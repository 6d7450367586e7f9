import { fileKind } from '../file-kind.ts'
import type { NoteLink } from '../note/parsed-note.ts'
import { WorkspaceError } from '../workspace-error.ts'
import type { PathRequest } from './attach-request.ts'
import type { Extracting, Standing } from './extract-sources.ts'
import { distanceOf } from './extraction.ts'
import { warningCode } from './warning-code.ts'

export interface Embed {
  readonly link: NoteLink
  readonly path: string
}

interface EmbedsOf {
  readonly from: string
  readonly embeds: readonly Embed[]
  readonly standing: Standing
  /** Reads a file into the extraction. */
  readonly extract: (request: PathRequest, standing: Standing) => Promise<unknown>
}

/** What a note embeds, each as an artifact of its own. */
export async function addEmbeds(extracting: Extracting, embedded: EmbedsOf): Promise<void> {
  const { from, embeds, standing } = embedded
  const { sources, into } = extracting
  const { embedDepth, embedsPerNote } = sources.limits
  if (embeds.length === 0) return
  if (standing.depth >= embedDepth) {
    into.warn('left-out', from, `Embeds of "${from}" were not followed: ${embedDepth} levels is the limit.`)
    return
  }
  const left = embeds.length - embedsPerNote
  if (left > 0)
    into.warn('left-out', from, `"${from}" embeds ${embeds.length} files; the last ${left} were left out.`)
  for (const embed of embeds.slice(0, embedsPerNote)) await addEmbed(extracting, embed, embedded)
}

/** A whole note keeps its own key; a section or a block of it is a passage. */
async function addEmbed(
  extracting: Extracting,
  { link, path }: Embed,
  { standing, extract }: EmbedsOf,
): Promise<void> {
  const below: Standing = { role: 'embedded', priority: standing.priority, depth: standing.depth + 1 }
  try {
    if (link.heading === undefined && link.block === undefined) {
      if (!extracting.into.has(path, distanceOf(below))) await extract({ kind: 'path', path }, below)
    } else await extract(fileKind(path) === 'pdf' ? pageOf(path, link) : sectionOf(path, link), below)
  } catch (error) {
    if (!(error instanceof WorkspaceError)) throw error
    extracting.into.warn(warningCode(error), path, error.message)
  }
}

/** `![[paper.pdf#page=3]]` names one page. */
function pageOf(path: string, { heading = '' }: NoteLink): PathRequest {
  const page = Number(/^page=(\d{1,6})/.exec(heading)?.[1])
  return page >= 1 ? { kind: 'path', path, pages: [page, page] } : { kind: 'path', path }
}

function sectionOf(path: string, { heading, block = '' }: NoteLink): PathRequest {
  return { kind: 'path', path, section: heading ?? `^${block}` }
}
