/** Signs that some system does not take in the name of a file, or that a link to a note would break at. */
const REFUSED = /[\\/:*?"<>|#^[\]\p{Cc}]+/gu
const LONGEST = 80

/** The name of a note for an answer, from the title of its chat: one that every system takes. */
export function suggestNoteName(title: string): string {
  const clean = title.replace(REFUSED, ' ').replace(/\s+/g, ' ').trim()
  const short = clean.length <= LONGEST ? clean : clean.slice(0, LONGEST).replace(/\s+\S*$/, '')
  const name = short.replace(/^\.+|(?<![. ])[. ]+$/g, '')
  return `${name === '' ? 'Answer' : name}.md`
}
