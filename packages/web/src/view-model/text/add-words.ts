/** A text with words on a line of their own behind it; one that has them there already stays as it is. */
export function addWords(text: string, words: string): string {
  if (`\n${text}\n`.includes(`\n${words}\n`)) return text
  return text === '' ? words : `${text}\n${words}`
}
