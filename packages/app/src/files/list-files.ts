import type { SearchIndex } from '@varve/index'
import {
  type FileEntry,
  type IndexedFile,
  parseNote,
  type Privacy,
  type PrivacyMark,
  privacyOf,
  type PrivacyRules,
  privacyRulesOf,
  strictestPrivacy,
} from '@varve/workspace'
import type { AppContext } from '../app-context.ts'
import { openedWorkspace } from '../workspaces/opened-workspace.ts'
import type { FileView } from '@varve/contract'

/** Every file of a workspace that Varve has a use for, in order of its path, as the disk has them now. */
export async function listFiles(
  context: AppContext,
  { workspaceId }: { readonly workspaceId: string },
): Promise<readonly FileView[]> {
  const { files, index: openIndex } = await openedWorkspace(context, workspaceId)
  const listing = await files.list()
  for (const problem of listing.problems) context.report(problem)
  if (listing.truncated) context.report(`The list of files ends after ${listing.files.length}.`)
  const index = await openIndex()
  const known = new Map((await index.files({ parsed: 'marked' })).map((file) => [file.path, file]))
  const rules = await privacyRulesOf(files)
  const marks = { known, rules, tagged: await taggedFiles(index, rules) }
  return listing.files.map((file) => {
    const { aliases } = known.get(file.path) ?? {}
    const privacy = privacyIn(marks, file)
    return {
      ...fileView(file),
      ...(aliases ? { aliases } : {}),
      ...(privacy === 'open' ? {} : { privacy }),
    }
  })
}

interface Marks {
  readonly known: ReadonlyMap<string, IndexedFile>
  readonly rules: PrivacyRules
  /** What tags say: most notes come without what was read of them. */
  readonly tagged: ReadonlyMap<string, Privacy>
}

/** A note that says nothing about itself, and one that has not been read yet. */
const SILENT = parseNote('')

/** A link is marked as the file that it leads to. */
function privacyIn({ known, rules, tagged }: Marks, { path, target = path }: FileEntry): Privacy {
  const note = known.get(path)?.parsed ?? SILENT
  const places = [...new Set([path, target])]
  return strictestPrivacy(
    places.flatMap((place) => [privacyOf(place, note, rules), tagged.get(place) ?? 'open']),
  )
}

async function taggedFiles(index: SearchIndex, rules: PrivacyRules): Promise<Marks['tagged']> {
  const tagged = new Map<string, Privacy>()
  const add = async (marks: readonly PrivacyMark[], privacy: Privacy): Promise<void> => {
    for (const mark of marks)
      if (mark.kind === 'tag')
        for (const path of await index.filesWithTag(mark.tag)) tagged.set(path, privacy)
  }
  // The stricter one comes last and counts.
  await add(rules.localOnly, 'local-only')
  await add(rules.private, 'private')
  return tagged
}

/** The files that changed last, newest first. */
export async function listRecentFiles(
  context: AppContext,
  { workspaceId, limit = 10 }: { readonly workspaceId: string; readonly limit?: number },
): Promise<readonly FileView[]> {
  const index = await (await openedWorkspace(context, workspaceId)).index()
  return (await index.recent(limit)).map(fileView)
}

/** Of English prose; other texts have fewer. It is beside a name, where a look at the file would cost too much. */
const BYTES_PER_TOKEN = 4

export function fileView({ path, title, kind, bytes, modified }: FileEntry): FileView {
  const hasText = kind === 'note' || kind === 'file'
  const tokens = Math.ceil(bytes / BYTES_PER_TOKEN)
  return { path, title, kind, bytes, modified, ...(hasText ? { tokens } : {}) }
}
