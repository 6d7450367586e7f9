import { type Finding, maskValue } from '@varve/guard'
import type { GuardPartView, GuardReadingView, GuardReplacedView } from '@varve/contract'
import { type FoundPiece, valueId } from './decide.ts'
import type { Redaction } from './redaction.ts'

export interface TextsAsRead {
  /** The user's own message, redacted. */
  readonly text: string
  readonly redaction: Redaction
}

type Values = Readonly<Record<string, string>>

/** What a model would read of it: the message whole; of everything else only what is replaced, masked. */
export function readingOf({ text, redaction }: TextsAsRead, found: readonly FoundPiece[]): GuardReadingView {
  const { values } = redaction.state
  return {
    message: text === '' ? [] : partsOf(text, values),
    others: replacedIn(
      found.filter(({ place }) => place !== 'message'),
      redaction,
    ),
  }
}

/** Whatever looked like a placeholder has been replaced by one: what is there now was given out by us. */
function partsOf(text: string, values: Values): readonly GuardPartView[] {
  const parts: GuardPartView[] = []
  let at = 0
  for (const { 0: placeholder, index } of text.matchAll(/<<[A-Z0-9_]{1,80}>>/g)) {
    const value = values[placeholder]
    if (value === undefined) continue
    if (index > at) parts.push({ kind: 'text', text: text.slice(at, index) })
    parts.push({ kind: 'placeholder', ...shown(placeholder, value) })
    at = index + placeholder.length
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) })
  return parts
}

function replacedIn(
  pieces: readonly FoundPiece[],
  { types, state }: Redaction,
): readonly GuardReplacedView[] {
  const placeholders = new Map(Object.entries(state.values).map(([name, value]) => [value, name]))
  const replaced = new Map<string, GuardReplacedView>()
  for (const { place, text, findings } of pieces)
    for (const { type, start, end } of findings) {
      const value = text.slice(start, end)
      const placeholder = placeholders.get(value)
      if (placeholder === undefined || !types.includes(type)) continue
      replaced.set(JSON.stringify([place, placeholder]), { place, ...shown(placeholder, value) })
    }
  return [...replaced.values()]
}

function shown(placeholder: string, value: string): Omit<GuardReplacedView, 'place'> {
  const type = placeholder.slice(2, placeholder.lastIndexOf('_'))
  return { id: valueId(type, value), placeholder, type, masked: maskValue(type as Finding['type'], value) }
}
