import { type Draft, withAttached, withoutAttached, withText } from '../../workbench/draft.ts'
import type { ExampleQuestion } from './example-questions.ts'

/**
 * A draft with a question to begin with. What was typed and attached stays, and the question comes behind it; only
 * another of these questions, left as it was, makes room.
 */
export function takeExample(
  draft: Draft,
  example: ExampleQuestion,
  examples: readonly ExampleQuestion[],
): Draft {
  const before = examples.find(({ text }) => text === draft.text.trim())
  const own = before ? before.attach.reduce(withoutAttached, withText(draft, '')) : draft
  const text = own.text.trim() === '' ? example.text : `${own.text.trimEnd()}\n\n${example.text}`
  return example.attach.reduce<Draft>((next, path) => withAttached(next, path), withText(own, text))
}
