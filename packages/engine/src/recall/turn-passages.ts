import { foldAnswer } from '../budget/fold-answer.ts'
import { LIMITS } from '../budget/limits.ts'
import type { Memo } from '../memo.ts'
import type { TurnRecord } from '../state/state.ts'
import { countWords, type PassageWords } from './rank-passages.ts'
import { splitPassages } from './split-passages.ts'
import { splitWords } from './split-words.ts'

/** A piece of what was said in a past turn. */
export interface TurnPassage {
  /** Names it within its conversation. */
  readonly id: string
  readonly turn: number
  readonly speaker: 'user' | 'answer'
  readonly text: string
  readonly words: PassageWords
}

/** What was said in a past turn, in pieces: words alone, no context and no tool traffic. */
export function turnPassages(record: TurnRecord, memo: Memo): readonly TurnPassage[] {
  return memo.recall('passages', record.hash, () => [
    ...passagesOf(record.number, 'user', record.text),
    ...passagesOf(record.number, 'answer', foldAnswer(record.answer?.text ?? '')),
  ])
}

function passagesOf(turn: number, speaker: TurnPassage['speaker'], text: string): readonly TurnPassage[] {
  return splitPassages(text, LIMITS.recall.passageCharacters).map((passage, index) => ({
    id: `${turn} ${speaker} ${index}`,
    turn,
    speaker,
    text: passage,
    words: countWords(splitWords(passage)),
  }))
}
