import type { Language } from './area.ts'
import { wordsOf } from './collect-terms.ts'
import type { FrameEntry, TreeEntry } from './tree-entry.ts'
import { addPhrase, type PhraseNode } from './phrase-trie.ts'
import { TASK_FRAMES } from './task-frames.ts'
import { EVERYDAY_WORDS, IDLE_CUES, IDLE_SIGNS, MATTER_CUES, MATTER_SIGNS } from './topic-cues.ts'

/** What a small word that only leans one way is worth beside a cue. */
const SIGN_STRENGTH = 0.3
const EVERYDAY_STRENGTH = 0.6

/** What says whether there is a matter at all. */
export function addCues(
  root: PhraseNode<TreeEntry>,
  language: Language,
  stem: (word: string) => string,
): void {
  const add = (texts: readonly string[], of: 'matter' | 'idle', strength: number): void => {
    for (const text of texts) {
      const words = wordsOf(text)
      const stems = words.map(stem)
      addPhrase(root, stems, { kind: 'cue', key: stems.join(' '), of, strength, words })
    }
  }
  add(MATTER_CUES[language], 'matter', 1)
  add(IDLE_CUES[language], 'idle', 1)
  add(
    TASK_FRAMES[language].scenes.split('|').map((cue) => cue.trim()),
    'idle',
    1.5,
  )
  add(EVERYDAY_WORDS[language], 'idle', EVERYDAY_STRENGTH)
  add(MATTER_SIGNS[language], 'matter', SIGN_STRENGTH)
  add(IDLE_SIGNS[language], 'idle', SIGN_STRENGTH)
}

/** Requests in which the matter is only material. */
export function addFrames(
  root: PhraseNode<TreeEntry>,
  language: Language,
  stem: (word: string) => string,
): void {
  const add = (texts: string, part: FrameEntry['part'], frame: number): void => {
    for (const text of texts.split('|')) {
      const words = wordsOf(text)
      addPhrase(root, words.map(stem), { kind: 'frame', part, frame, words })
    }
  }
  const { whole, pairs } = TASK_FRAMES[language]
  add(whole, 'whole', -1)
  for (const [frame, { first, second }] of pairs.entries()) {
    add(first, 'first', frame)
    add(second, 'second', frame)
  }
}
