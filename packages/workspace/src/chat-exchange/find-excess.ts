import { markedLines } from '../chat-file/scan-chat-lines.ts'
import { splitFence } from '../chat-file/split-fence.ts'
import { withLineFeeds } from '../chat-file/with-line-feeds.ts'
import { IMPORT_LIMITS, type ImportLimits } from './import-limits.ts'

/** A message has its beginning, what it names, and its time; the comment of its turn comes behind. */
const MARKS_OF_A_MESSAGE = 4
/** Of the front matter, and of a line of names. */
const LONGEST_PART = 1_000_000

/**
 * What a chat file from outside has too much of to be parsed, in words; undefined where nothing stands against it. It
 * is looked at no further than to know: the parser has no limits of its own, for in a workspace the store has them.
 */
export function findExcess(file: string, limits: ImportLimits = IMPORT_LIMITS): string | undefined {
  if (file.length > limits.characters) return `It has more than ${limits.characters} characters`
  const text = withLineFeeds(file)
  const { block = '', bodyStart } = splitFence(text)
  if (block.length > LONGEST_PART) return `Its front matter has more than ${LONGEST_PART} characters`
  let left = limits.messages * MARKS_OF_A_MESSAGE
  for (const { kind, start, end } of markedLines(text, bodyStart)) {
    if (left-- === 0) return `It has more than ${limits.messages} messages`
    if (kind === 'context' && end - start > LONGEST_PART)
      return `A line of names in it has more than ${LONGEST_PART} characters`
  }
  return undefined
}
