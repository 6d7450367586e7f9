const VOWEL = /[aeiouy]/

/** Takes off plural, -ed, -ing and a silent e, no more: "divorced" and "divorcing" are "divorc", as "divorce" is. */
export function stemEnglish(word: string): string {
  if (word.length < 4) return word
  const bare = withoutVerbEnding(withoutPlural(word))
  const root = bare.length > 3 && bare.endsWith('e') ? bare.slice(0, -1) : bare
  return root.length > 3 && root.at(-1) === root.at(-2) ? root.slice(0, -1) : root
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  if (/(?:ch|sh|ss|x|z)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`
  if (word.endsWith('eed')) return word.length > 5 ? word.slice(0, -1) : word
  if (word.endsWith('ed')) return withoutEnding(word, 2)
  if (word.endsWith('ing')) return withoutEnding(word, 3)
  return word
}

/** Words as short as "sue" get their e back: "sued", "suing". Without a vowel before it, it is no ending: "bring". */
function withoutEnding(word: string, length: number): string {
  const root = word.slice(0, -length)
  if (root.length < 2 || !VOWEL.test(root)) return word
  return root.length === 2 ? `${root}e` : root
}
