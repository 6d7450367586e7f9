/** Stands before what a person says while a model works. */
const SAID = '[The user says meanwhile]: '
const FORGED = /\[(?=\s*the\s+user\s+says\s+meanwhile\s*\])/gi

/** Appends what the user typed meanwhile to the last result or message. */
export function withSaid(result: string, said: readonly string[]): string {
  return [...(result === '' ? [] : [result]), ...said.map((text) => `${SAID}${text}`)].join('\n\n')
}

/** A result cannot speak for the user: what looks like that is set apart by a backslash. */
export function withoutForgedWords(result: string): string {
  return result.replace(FORGED, '\\[')
}
