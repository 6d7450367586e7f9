import { type Artifact, readLegacyContext } from '@varve/engine'

export interface InlinedSplit {
  readonly userText: string
  readonly artifacts: readonly Artifact[]
  /** How many of the artifacts are kept as text only. */
  readonly unparsed: number
}

/** The closing tag of a block of old context at the end of a line: their names have an underline, or are of tools. */
const CLOSING = /<\/(?:[a-z]+_[a-z_]+|localSearch|webSearch)>[ \t]*(?:\n|$)/g
/** What set the question apart from its context. */
const HEADING = /^\s*(?:---[ \t]*\n\s*)?(?:\[User query\]:[ \t]*\n?)?/

/**
 * A message of an old file that holds its context in full: the last stretch outside the blocks is what the user
 * wrote, everything else becomes artifacts. A message without such blocks is left as it is.
 */
export function splitInlinedContext(message: string): InlinedSplit {
  const untouched: InlinedSplit = { userText: message, artifacts: [], unparsed: 0 }
  if (message.search(CLOSING) === -1) return untouched
  const { artifacts } = readLegacyContext(message)
  const strays = artifacts.filter(({ kind }) => kind === 'unparsed')
  const last = strays.at(-1)
  if (!last) return { userText: '', artifacts, unparsed: 0 }
  // Blocks that could not be read stand in the same stretch as the words after them.
  const cut = endOfLastBlock(last.content)
  const asked = last.content.slice(cut)
  if (cut === 0 && artifacts.length === 1) return untouched
  const index = artifacts.lastIndexOf(last)
  const rest = last.content.slice(0, cut)
  const kept = rest.trim() === '' ? [] : readLegacyContext(rest).artifacts
  return {
    userText: asked.replace(HEADING, '').trim(),
    artifacts: [...artifacts.slice(0, index), ...kept, ...artifacts.slice(index + 1)],
    unparsed: strays.length - 1 + kept.length,
  }
}

function endOfLastBlock(text: string): number {
  let end = 0
  for (const match of text.matchAll(CLOSING)) end = match.index + match[0].length
  // Nothing but a block: then the words before it are the user's, if there are any.
  return text.slice(end).trim() === '' ? 0 : end
}
