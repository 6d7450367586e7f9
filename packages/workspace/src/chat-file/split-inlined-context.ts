import { type Artifact, createArtifact } from '@varve/engine'
import { LEGACY_TAGS, readLegacyContext } from './read-legacy-context.ts'

export interface InlinedSplit {
  readonly userText: string
  readonly artifacts: readonly Artifact[]
  /** How many of the artifacts are kept as text only. */
  readonly unparsed: number
}

/** The closing tag of a block of old context at the end of a line: their names have an underline, or are of tools. */
const CLOSING = /<\/(?:[a-z]+_[a-z_]+|localSearch|webSearch)>[ \t]*(?:\n|$)/g
/** The opening tag of a block of any name. */
const OPENING = /^<(?:[a-z]+_[a-z_]+|localSearch|webSearch)(?:\s[^<>]*)?>/m
/** The opening tag of a block that the plugin wrote: alone on its line, or with the block's first element. */
const KNOWN_OPENING = new RegExp(
  `^<(?:${[...LEGACY_TAGS.keys()].join('|')})(?:\\s[^<>]*)?>(?=[ \\t]*(?:$|<))`,
  'm',
)
/** Separates the question from its context. */
const HEADING = /^\s*(?:---[ \t]*\n\s*)?(?:\[User query\]:[ \t]*\n?)?/

/**
 * A message of an old file with its context inlined: the last words outside the blocks are the user's,
 * everything else becomes artifacts. A message without such blocks is unchanged.
 */
export function splitInlinedContext(message: string): InlinedSplit {
  const untouched: InlinedSplit = { userText: message, artifacts: [], unparsed: 0 }
  const isOurs = KNOWN_OPENING.test(message)
  if (!isOurs && message.search(CLOSING) === -1) return untouched
  const { artifacts } = readLegacyContext(message)
  for (const [index, { kind, content }] of [...artifacts.entries()].reverse()) {
    const words = kind === 'unparsed' ? findQuestion(content) : undefined
    if (!words) continue
    const [from, to] = words
    if (artifacts.length === 1 && to - from === content.length) return untouched
    const rest = [content.slice(0, from), content.slice(to)].filter((text) => text.trim() !== '')
    const kept = rest.map((text) => createArtifact({ kind: 'unparsed', content: text }))
    const question = content.slice(from, to).replace(HEADING, '').trim()
    return split(question, [...artifacts.slice(0, index), ...kept, ...artifacts.slice(index + 1)])
  }
  return isOurs || artifacts.length > 1 ? split('', artifacts) : untouched
}

function split(userText: string, read: readonly Artifact[]): InlinedSplit {
  // A turn keeps one text per key: the last one. Others of the same key are kept as text.
  const lasting = new Map(read.map(({ key, contentHash }) => [key, contentHash]))
  const artifacts = read.map((artifact) =>
    lasting.get(artifact.key) === artifact.contentHash
      ? artifact
      : createArtifact({ kind: 'unparsed', content: artifact.content }),
  )
  return { userText, artifacts, unparsed: artifacts.filter(({ kind }) => kind === 'unparsed').length }
}

type Stretch = readonly [from: number, to: number]

/** Where the user's words are in text that has no readable block; undefined if there are none. */
function findQuestion(text: string): Stretch | undefined {
  const end = endOfLast(text, CLOSING)
  const open = KNOWN_OPENING.exec(text.slice(end))
  const places: readonly Stretch[] = open
    ? unclosedPlaces(text, end, end + open.index)
    : [
        [end, text.length],
        [0, Math.max(0, text.search(OPENING))],
      ]
  return places.find(([from, to]) => text.slice(from, to).trim() !== '')
}

/** An unclosed block may run to the end: words are under the heading, before the block, or in the last paragraph. */
function unclosedPlaces(text: string, from: number, open: number): readonly Stretch[] {
  const block = text.slice(open)
  const headed = block.search(/\n(?:---[ \t]*\n\s*)?\[User query\]:/)
  const paragraph = endOfLast(block, /\n<\/[a-z_]+>[ \t]*\n|\n[ \t]*\n/g)
  const toEnd = (at: number): Stretch => [at > 0 ? open + at : text.length, text.length]
  return [toEnd(headed), [from, open], toEnd(paragraph)]
}

function endOfLast(text: string, pattern: RegExp): number {
  let end = 0
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length
  return end
}
