import { neutralize } from './neutralize.ts'

export const QUERY_SEPARATOR = '---\n\n[User query]:\n'

/** The user's text, set apart from the context before it where there is some. */
export function renderQuery(text: string, hasContext: boolean): string {
  return hasContext ? QUERY_SEPARATOR + neutralize(text) : neutralize(text)
}
