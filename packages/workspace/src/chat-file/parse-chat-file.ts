import { hashText } from '@varve/engine/internal'
import type { ChatDocument } from './chat-document.ts'
import { type ChatFileReading, ReadingLog, type ScannedChat } from './chat-file-reading.ts'
import {
  type ChatProperties,
  MARKS,
  printFrontMatter,
  readList,
  readScalar,
  readTime,
  splitProperties,
} from './chat-front-matter.ts'
import { unescapeLines, scanChatLines, splitFence, withLineFeeds } from './scan-chat-lines.ts'
import { activeText } from './inert-text.ts'
import { CHAT_FILE_VERSION, printChatFile } from './print-chat-file.ts'
import { readPluginChat } from './read-plugin-chat.ts'
import { readTurns } from './read-turns.ts'
import { splitChatPieces } from './split-chat-pieces.ts'

/**
 * Reads a chat file, Varve's own or one of the Obsidian plugin. Whatever the text is, there is a document: the turns
 * that can be read, with a report of what was changed by hand, what is broken and what the file never held.
 */
export function parseChatFile(file: string): ChatFileReading {
  const text = withLineFeeds(file)
  const log = new ReadingLog(text)
  if (text !== file)
    log.problem(
      'line-endings',
      0,
      'The file has other line endings, or a mark at its start, than Varve writes.',
    )
  const { block, bodyStart } = splitFence(text)
  const properties = new Map<string, string>()
  for (const { name, text: lines } of splitProperties(block ?? '')) {
    if (properties.has(name))
      log.problem('front-matter', 0, `"${name}" is there twice; the first one counts.`)
    else properties.set(name, lines)
  }
  const lines = scanChatLines(text, bodyStart)
  if (properties.has('varve'))
    return readOwnChat({ text, block: block ?? '', bodyStart, properties, lines, log })
  return readPluginChat({ text, bodyStart, properties, lines, log })
}

function readOwnChat(scanned: ScannedChat & { readonly block: string }): ChatFileReading {
  const { text, block, bodyStart, lines, log } = scanned
  const pieces = splitChatPieces(text, lines)
  const { version, ...read } = readProperties(scanned)
  const turns = readTurns({ pieces, documentId: read.id, log })
  const known = new Set(turns.map(({ id }) => id))
  for (const { id, parent } of turns)
    if (typeof parent === 'string' && !known.has(parent))
      log.problem('unknown-parent', 0, `Turn ${id} follows ${parent}, which is not in this file.`, id)
  const between = text.slice(bodyStart, pieces[0]?.start ?? text.length)
  if (between.trim() !== '') log.problem('added-text', bodyStart, 'There is text before the first message.')
  const document: ChatDocument = {
    ...read,
    ...(block === printFrontMatter({ ...read, version: CHAT_FILE_VERSION }) ? {} : { frontMatter: block }),
    ...(between === (turns.length === 0 ? '' : '\n') ? {} : { preamble: unescapeLines(between, 'escaped') }),
    turns,
  }
  if (version !== CHAT_FILE_VERSION) {
    const reason = `It has version ${String(version)}; this program writes version ${CHAT_FILE_VERSION}.`
    log.problem('newer-version', 0, reason)
    log.quarantine(0, text, reason)
  }
  return log.reading('varve', document)
}

type ReadProperties = Omit<ChatDocument, 'turns' | 'frontMatter' | 'preamble'> &
  Pick<ChatProperties, 'version'>

function readProperties({ text, properties, log }: ScannedChat): ReadProperties {
  const scalar = (name: string): string | undefined => readScalar(properties.get(name))
  const time = (name: string): number | undefined => {
    const at = readTime(properties.get(name))
    if (at === undefined && properties.has(name))
      log.problem('front-matter', 0, `"${name}" is no time in UTC, such as 2026-01-02T03:04:05Z.`)
    return at
  }
  const [created, pinned, archived] = [time('created'), time('pinned'), time('archived')]
  const id = scalar('id')
  if (id === undefined) log.problem('front-matter', 0, 'There is no "id".')
  const model = scalar('model')
  const current = scalar('current')
  const privacy = MARKS.find((mark) => scalar(mark) === 'true')
  return {
    version: Number(scalar('varve')),
    id: id ?? `unnamed-${hashText(text).slice(0, 16)}`,
    title: activeText(scalar('title') ?? '', 'behind'),
    ...(created === undefined ? {} : { created }),
    ...(model === undefined ? {} : { model }),
    ...(current === undefined ? {} : { current }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(archived === undefined ? {} : { archived }),
    ...(privacy === undefined ? {} : { privacy }),
    tags: readList(properties.get('tags')),
  }
}

/** The first place where a file that was read and written again is not the same. */
export interface ChatFileDifference {
  /** Counted from 1. */
  readonly line: number
  readonly column: number
  /** The rest of the line in the file, and in what Varve would write; undefined behind the end. */
  readonly found: string | undefined
  readonly written: string | undefined
}

export interface ChatFileCheck {
  readonly reading: ChatFileReading
  /** Absent where both are the same, byte for byte. */
  readonly difference?: ChatFileDifference
}

/** Loads a chat file, writes it again, and finds the first difference. Nothing is changed. */
export function checkChatFile(text: string): ChatFileCheck {
  const reading = parseChatFile(text)
  const again = printChatFile(reading.document)
  return again === text ? { reading } : { reading, difference: firstDifference(text, again) }
}

const LONGEST_EXCERPT = 80

function firstDifference(text: string, again: string): ChatFileDifference {
  let at = 0
  while (text.charCodeAt(at) === again.charCodeAt(at)) at += 1
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  let line = 1
  for (let feed = text.indexOf('\n'); feed !== -1 && feed < lineStart; feed = text.indexOf('\n', feed + 1))
    line += 1
  return { line, column: at - lineStart + 1, found: excerpt(text, at), written: excerpt(again, at) }
}

function excerpt(text: string, at: number): string | undefined {
  if (at >= text.length) return undefined
  const end = text.indexOf('\n', at)
  return text.slice(at, Math.min(end === -1 ? text.length : end + 1, at + LONGEST_EXCERPT))
}
