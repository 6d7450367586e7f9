/** So far from a value may stand what tells it: a label in the line before, the other half of a number. */
const REACH = 500
/** No key is longer. */
const LONGEST_KEY = 16_000
const KEY_BEGINS = /BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY|PuTTY-User-Key-File-\d/g
const KEY_ENDS = /END (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY[^\n]{0,20}|Private-MAC: [0-9a-f]{0,64}/

interface Window {
  readonly from: number
  readonly to: number
}

/**
 * What stands around both ends of a part of a text, as far as it may tell what is private in the part: all of a key
 * that it is cut out of. What stands well inside the part is told by the part itself.
 */
export function surroundings(text: string, start: number, end: number): readonly string[] {
  const before = windowAt(text, start)
  const after = windowAt(text, end)
  const windows =
    after.from <= before.to ? [{ from: before.from, to: Math.max(before.to, after.to) }] : [before, after]
  return windows.map(({ from, to }) => text.slice(from, to))
}

function windowAt(text: string, place: number): Window {
  const key = keyAround(text, place)
  return {
    from: Math.max(0, Math.min(place - REACH, key?.from ?? place)),
    to: Math.max(place + REACH, key?.to ?? place),
  }
}

/** The key that has begun before a place and not ended by then. */
function keyAround(text: string, place: number): Window | undefined {
  const first = Math.max(0, place - LONGEST_KEY)
  const last = [...text.slice(first, place).matchAll(KEY_BEGINS)].at(-1)
  if (!last) return undefined
  const begin = first + last.index
  const end = KEY_ENDS.exec(text.slice(begin, begin + LONGEST_KEY))
  const to = begin + (end ? end.index + end[0].length : LONGEST_KEY)
  // With the dashes before it.
  return to <= place ? undefined : { from: begin - 5, to }
}
