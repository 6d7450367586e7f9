import { matchPlaceholder, namesOf } from './match-placeholder.ts'

/** Placeholders, such as `<<EMAIL_1>>`, and what they stand for. */
export type RedactionMap = Readonly<Record<string, string>>

/** Puts values back into text that comes in pieces. */
export interface StreamRestorer {
  /** What is certain by now. At most the beginning of one placeholder is held back. */
  readonly push: (chunk: string) => string
  /** The rest, when nothing more comes. */
  readonly end: () => string
}

const BEGINS = /[<&\\«]/

/** The text with every placeholder of the map replaced by its value; all others stay as they are. */
export function restoreText(text: string, map: RedactionMap): string {
  const restorer = createStreamRestorer(map)
  return restorer.push(text) + restorer.end()
}

/** Restores while the text arrives, also where a placeholder is split over pieces. */
export function createStreamRestorer(map: RedactionMap): StreamRestorer {
  const values = new Map(Object.entries(map))
  const names = namesOf(values.keys())
  let held = ''
  const work = (isEnd: boolean): string => {
    let out = ''
    let at = 0
    while (at < held.length) {
      const next = nextBegin(held, at)
      out += held.slice(at, next)
      at = next
      if (at >= held.length) break
      const found = matchPlaceholder(held, at, names)
      if (found.kind === 'open' && !isEnd) break
      if (found.kind === 'match') {
        out += held.slice(at, found.start) + (values.get(found.key) ?? held.slice(found.start, found.end))
        at = found.end
      } else {
        out += held[at] ?? ''
        at += 1
      }
    }
    held = held.slice(at)
    return out
  }
  return {
    push: (chunk) => {
      if (values.size === 0) return chunk
      held += chunk
      return work(false)
    },
    end: () => work(true),
  }
}

function nextBegin(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (BEGINS.test(text[at] ?? '')) return at
  return text.length
}
