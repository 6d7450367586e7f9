/** A text of many pages that says its number at both ends and on every line, so that a torn one shows. */
export function numberedText(number: number): string {
  return `version ${number}\n`.repeat(3000)
}

/** The number of a text that is whole; undefined for any other. */
export function numberOf(text: string): number | undefined {
  const number = Number(/^version ([0-9]+)\n/.exec(text)?.[1])
  return text === numberedText(number) ? number : undefined
}
