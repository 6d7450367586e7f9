const MARKS = /\p{M}+/gu
const LIGATURES: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
  º: 'o',
  ª: 'a',
}
const BEYOND_ASCII = /[^ -~]/

/** A word in lower case and without accents, so that `Führerschein` and `FUHRERSCHEIN` are one. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (!BEYOND_ASCII.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(/[ßæœøłđðıºª]/g, (letter) => LIGATURES[letter] ?? letter)
}
