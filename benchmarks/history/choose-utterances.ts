import { TOKENIZER } from '../engine/floor/setting.ts'
import type { PlainTokenizer } from '../search/quality/plain-search.ts'
import { plainSearch } from '../search/quality/plain-search.ts'
import type { LongConversation, Utterance } from './read-locomo.ts'

/** Picks what of a conversation is shown with a question, as ids. */
export type Choose = (question: string, tokens: number) => ReadonlySet<string>

export function newestFirst({ utterances }: LongConversation): Choose {
  const newest = utterances.toReversed()
  return (_question, tokens) => fill(newest, tokens, true)
}

/** The yardstick: utterances by rank, nothing else. */
export function plainBM25({ utterances }: LongConversation, tokenizer: PlainTokenizer): Choose {
  const byId = new Map(utterances.map((utterance) => [utterance.id, utterance]))
  const search = plainSearch(
    utterances.map(({ id, text }) => ({ path: id, title: '', text })),
    tokenizer,
  )
  return (question, tokens) =>
    fill(
      search(question).flatMap((id) => byId.get(id) ?? []),
      tokens,
      false,
    )
}

function fill(ordered: readonly Utterance[], tokens: number, stopsWhenFull: boolean): ReadonlySet<string> {
  const chosen = new Set<string>()
  let left = tokens
  for (const { id, text } of ordered) {
    const size = TOKENIZER.count(text)
    if (size <= left) {
      chosen.add(id)
      left -= size
    } else if (stopsWhenFull) break
  }
  return chosen
}
