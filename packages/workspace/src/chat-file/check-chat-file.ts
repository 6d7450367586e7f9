import type { ChatFileReading } from './chat-file-reading.ts'
import { parseChatFile } from './parse-chat-file.ts'
import { printChatFile } from './print-chat-file.ts'

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
