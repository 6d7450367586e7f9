import { fileKind } from '../file-kind.ts'
import type { NoteLink, ParsedNote } from '../note/parsed-note.ts'

/** Where the links of a note lead: a path for each, or undefined. */
export type ResolveLinks = (
  from: string,
  links: readonly NoteLink[],
) => Promise<readonly (string | undefined)[]>

export interface ResolvedImages {
  /** Paths in the workspace, in order of appearance, each once. */
  readonly paths: readonly string[]
  /** Addresses on the web, each once; fetching them needs the user's consent. [V-1] */
  readonly remote: readonly string[]
  /** Embeds that look like pictures and lead nowhere. */
  readonly missing: readonly NoteLink[]
}

/** The pictures that a note shows: `![[x.png]]`, `![](x.png)` and addresses. `data:` URIs are lifted elsewhere. */
export async function resolveImages(
  parsed: ParsedNote,
  path: string,
  resolve: ResolveLinks,
): Promise<ResolvedImages> {
  const embeds = parsed.links.filter(({ embed, target }) => embed && target !== '')
  const remote = embeds.filter(isRemote).map(({ target }) => target)
  const local = embeds.filter((link) => !isRemote(link) && !/^data:/i.test(link.target))
  const found = await resolve(path, local)
  const paths = found.filter((each) => each !== undefined && fileKind(each) === 'image')
  const missing = local.filter(({ target }, at) => found[at] === undefined && fileKind(target) === 'image')
  return {
    paths: [...new Set(paths)].filter((each) => each !== undefined),
    remote: [...new Set(remote)],
    missing,
  }
}

function isRemote({ target }: NoteLink): boolean {
  return /^https?:\/\//i.test(target)
}
