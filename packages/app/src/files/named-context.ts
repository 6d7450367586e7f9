import { type ChatDocument, type ChatTurn, parseAttachRequest, WorkspaceError } from '@varve/workspace'

/**
 * A chat of the plugin names its context and does not hold it. The names become attachments of their turns, so that
 * they are kept, and the first message that follows can bring the notes along.
 */
export function withNamedContext(document: ChatDocument): ChatDocument {
  return { ...document, turns: document.turns.map((turn) => (isPluginTurn(turn) ? withNames(turn) : turn)) }
}

/** Whether its names come from a line that the plugin wrote. */
export function isPluginTurn({ extra }: ChatTurn): boolean {
  return typeof extra?.['pluginContext'] === 'string'
}

function withNames(turn: ChatTurn): ChatTurn {
  if (turn.decisions !== undefined) return turn
  const { notes, urls, tabs, tags, folders } = turn.context
  const names = [
    ...notes,
    ...new Set([...urls, ...tabs]),
    ...tags.map((tag) => (tag.startsWith('#') ? tag : `#${tag}`)),
    ...folders.map((folder) => (folder.endsWith('/') ? folder : `${folder}/`)),
  ]
  const attach = names.filter(isName).map((name) => ({ kind: 'name', name }))
  if (attach.length === 0) return turn
  return { ...turn, decisions: { attach, options: { imported: true, namedOnly: true } } }
}

function isName(name: string): boolean {
  try {
    parseAttachRequest(name)
    return true
  } catch (error) {
    if (error instanceof WorkspaceError) return false
    throw error
  }
}

export interface NamedNotes {
  readonly found: readonly string[]
  /** Found by their base name, which only one file has. */
  readonly moved: readonly { readonly from: string; readonly to: string }[]
  readonly missing: readonly string[]
}

/** Where the notes are today that an imported chat names. */
export function findNamedNotes(
  { turns }: ChatDocument,
  { files }: { readonly files: readonly { readonly path: string }[] },
): NamedNotes | undefined {
  const named = new Set(turns.filter(isPluginTurn).flatMap(({ context }) => context.notes))
  if (named.size === 0) return undefined
  const paths = new Set(files.map(({ path }) => path))
  const byName = Map.groupBy(paths, baseName)
  const found: string[] = []
  const moved: { from: string; to: string }[] = []
  const missing: string[] = []
  for (const from of named) {
    const [to, other] = byName.get(baseName(from)) ?? []
    if (paths.has(from)) found.push(from)
    else if (to !== undefined && other === undefined) moved.push({ from, to })
    else missing.push(from)
  }
  return { found, moved, missing }
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
