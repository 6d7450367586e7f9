const PLACEHOLDER = /<<([A-Z][A-Z0-9_]*)_[1-9]\d{0,8}>>/g
/** Stands for what only looked like a placeholder. */
const LITERAL = 'LITERAL'

/** The placeholders of a text, each as often as it is there. */
export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([placeholder]) => placeholder)
}

/** The types that placeholders were given for, each once. */
export function typesOf(placeholders: readonly string[]): readonly string[] {
  const types = placeholders.flatMap((one) => [...one.matchAll(PLACEHOLDER)].map(([, type = '']) => type))
  return [...new Set(types)].filter((type) => type !== LITERAL).sort()
}
