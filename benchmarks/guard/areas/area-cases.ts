import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from '@varve/areas'
import { readSet, type TextSet } from '../read-half.ts'

/** A question with the areas it may be counted under; none where nothing is to be found. */
export interface AreaCase {
  readonly id: string
  readonly language: Language
  readonly text: string
  readonly areas: readonly string[]
}

/** The questions of a set; undefined where the file is not there. */
export function readAreaCases(set: TextSet): readonly AreaCase[] | undefined {
  return readSet(set, 'areas')?.map(parseCase)
}

/** Posts of 100 to 150 words, 30 of them about nothing legal, written before any rule was made with them. */
export function readPosts(): readonly AreaCase[] {
  const lines = readFileSync(new URL('../posts/posts.jsonl', import.meta.url), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map(parseCase)
}

/** The message has the line's number only: the test half must not show itself. */
function parseCase(line: string, index: number): AreaCase {
  const value = JSON.parse(line) as Partial<AreaCase>
  const language = LANGUAGES.find((known) => known === value.language)
  if (!language || typeof value.text !== 'string' || !Array.isArray(value.areas))
    throw new Error(`Line ${index + 1} is not a question with its language and areas.`)
  return { id: String(value.id), language, text: value.text, areas: value.areas }
}
