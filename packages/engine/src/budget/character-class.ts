/** What a counter needs to know of an ASCII character; one is a sum of these. */
export const BLANK = 1
export const LINE_END = 2
export const DIGIT = 4
export const UPPER = 8
export const LOWER = 16
export const LETTER = UPPER | LOWER

/** By code; `undefined` beyond ASCII. */
export const CHARACTER_CLASSES: Readonly<Uint8Array> = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[\r\n]/.test(character)) return BLANK | LINE_END
  if (/\s/.test(character)) return BLANK
  if (/\d/.test(character)) return DIGIT
  if (/[A-Z]/.test(character)) return UPPER
  return /[a-z]/.test(character) ? LOWER : 0
})

export const LINE_FEED = 10
export const BEYOND_ASCII = 128
