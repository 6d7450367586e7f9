import { BEYOND_ASCII, BLANK, CHARACTER_CLASSES } from './character-class.ts'

const SLASH = 0x2f

/**
 * Where the line at `start` ends, with the blank lines after it: after a line feed that something visible
 * follows. No rule for words reaches over such a place, so that counts of lines add up. A slash may belong
 * to the signs before the line feed, and so begins no line.
 */
export function findLineEnd(text: string, start: number): number {
  for (let feed = text.indexOf('\n', start); feed >= 0; feed = text.indexOf('\n', feed + 1)) {
    const end = feed + 1
    if (end === text.length || beginsLine(text, end)) return end
  }
  return text.length
}

function beginsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code >= BEYOND_ASCII) return !/\s/.test(text.charAt(at))
  return code !== SLASH && ((CHARACTER_CLASSES[code] ?? 0) & BLANK) === 0
}
