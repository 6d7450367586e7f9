import { createArtifact, type Artifact } from '@varve/engine'
import { createRandom, type Random } from '../../random.ts'
import type { Exchange, Material, Note } from './load-material.ts'
import { DEFAULT_GAP_SECONDS, FIRST_MODEL, type ScriptedCall, type ScriptedTurn } from './script.ts'

/** Deals out notes, questions and tool results for one conversation, the same in every run. */
export interface ScriptMaker {
  readonly random: Random
  readonly note: (size: NoteSize) => Artifact
  readonly gardenNote: () => Artifact
  readonly turn: (parts?: Partial<ScriptedTurn>) => ScriptedTurn
  readonly chatTurn: (parts?: Partial<ScriptedTurn>) => ScriptedTurn
  readonly call: () => ScriptedCall
  readonly passage: () => string
  /** Another version of a note: so many neighbouring lines replaced. */
  readonly edit: (artifact: Artifact, lines: number) => Artifact
}

export type NoteSize = 'small' | 'medium' | 'large'

const SIZES: Readonly<Record<NoteSize, readonly [from: number, to: number]>> = {
  small: [1500, 5000],
  medium: [5000, 14_000],
  large: [18_000, 23_000],
}

export function createScriptMaker(material: Material, start: number): ScriptMaker {
  const random = createRandom(start)
  const take = <T>(items: readonly T[], offset = random.below(items.length)): (() => T) => {
    let next = offset
    return () => {
      const item = items[next % items.length]
      next += 1
      if (item === undefined) throw new Error('There is nothing to make a conversation of.')
      return item
    }
  }
  const bySize = (size: NoteSize): (() => Note) => {
    const [from, to] = SIZES[size]
    const fitting = material.notes.filter(({ text }) => text.length >= from && text.length < to)
    return take(fitting.length > 0 ? fitting : nearest(material.notes, from))
  }
  const notes = { small: bySize('small'), medium: bySize('medium'), large: bySize('large') }
  const garden = take(material.gardenNotes.filter(({ text }) => text.length > 500))
  const question = take(material.questions)
  const chat = take(material.chat, 0)
  const passage = take(material.passages)
  const donorLines = take(
    material.passages.flatMap((text) => text.split('\n')).filter((line) => line.length > 40),
  )
  return {
    random,
    note: (size) => noteOf(notes[size]()),
    gardenNote: () => noteOf(garden()),
    turn: (parts) => turnOf(question(), parts),
    chatTurn: (parts) => turnOf(chat(), parts),
    passage,
    call: () => {
      const { question: query } = question()
      return {
        tool: 'localSearch',
        arguments: JSON.stringify({ query }),
        result: `${passage()}\n\n${passage()}`,
      }
    },
    edit: (artifact, lines) => noteOf(editedNote(artifact, lines, random, donorLines)),
  }
}

/** A folder of one's own may hold no note of a size: the one that comes closest stands for it. */
function nearest(notes: readonly Note[], length: number): readonly Note[] {
  const distance = ({ text }: Note): number => Math.abs(text.length - length)
  return notes.toSorted((a, b) => distance(a) - distance(b)).slice(0, 1)
}

function noteOf({ path, text }: Note): Artifact {
  return createArtifact({ kind: 'note', source: { path }, content: text })
}

function turnOf({ question, answer }: Exchange, parts: Partial<ScriptedTurn> = {}): ScriptedTurn {
  return {
    text: question,
    answer,
    attach: [],
    steps: [],
    gathered: [],
    gapSeconds: DEFAULT_GAP_SECONDS,
    model: FIRST_MODEL,
    ...parts,
  }
}

const LINE_CHARACTERS = 100

function editedNote(artifact: Artifact, count: number, random: Random, line: () => string): Note {
  const lines = artifact.content.split('\n')
  const at = random.below(Math.max(1, lines.length - count))
  const replaced = Array.from({ length: count }, () => line().slice(0, LINE_CHARACTERS))
  return { path: artifact.key, text: lines.toSpliced(at, count, ...replaced).join('\n') }
}
