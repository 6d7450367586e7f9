import type { FileView } from '@varve/server/types'
import { isVarvesOwn } from '../files/is-varves-own.ts'

export interface ExampleQuestion {
  /** Paths to attach. */
  readonly attach: readonly string[]
  readonly text: string
}

/** Questions that the notes of the demo workspace answer; they stand in its Welcome note as well. */
const DEMO: readonly ExampleQuestion[] = [
  {
    attach: ['product/launch-plan.md', 'meetings/2026-11-09-weekly.md'],
    text: 'When do we launch and what still blocks it?',
  },
  { attach: ['research/interviews-may.md'], text: 'What did the interviews say about pricing?' },
  {
    attach: [
      'decisions/0001-tide-data.md',
      'decisions/0002-monthly-subscription.md',
      'decisions/0003-yearly-pass.md',
    ],
    text: 'Which decision did we reverse and why?',
  },
]

const ASK: readonly ((title: string) => string)[] = [
  (title) => `What are the main points of “${title}”?`,
  (title) => `Which dates and amounts does “${title}” name?`,
  (title) => `What is still open in “${title}”, and who has to act?`,
]
const SMALLEST = 40
const LARGEST = 6_000

/**
 * Up to three questions about notes that exist and hold something: those of the demo where it is open, else about
 * notes of a readable size. What is Varve's own or may not go everywhere is not proposed. `unread` are files that
 * the index could not read.
 */
export function exampleQuestions(
  files: readonly FileView[],
  unread: readonly { readonly path: string }[] = [],
): readonly ExampleQuestion[] {
  const refused = new Set(unread.map(({ path }) => path))
  const readable = files.filter(
    (file) => file.bytes > 0 && !refused.has(file.path) && !isVarvesOwn(file) && file.privacy === undefined,
  )
  const paths = new Set(readable.map(({ path }) => path))
  const demo = DEMO.filter(({ attach }) => attach.every((path) => paths.has(path)))
  return demo.length > 0 ? demo : questionsAbout(readable)
}

/** One question each about other notes, from as many folders as there are, the longest first. */
function questionsAbout(files: readonly FileView[]): readonly ExampleQuestion[] {
  const readable = files
    .filter(({ kind, tokens = 0 }) => kind === 'note' && tokens >= SMALLEST && tokens <= LARGEST)
    .sort((a, b) => (b.tokens ?? 0) - (a.tokens ?? 0) || (a.path < b.path ? -1 : 1))
  const folders = new Set<string>()
  const spread = readable.filter((file) => !folders.has(folderOf(file)) && folders.add(folderOf(file)))
  const chosen = [...new Set([...spread, ...readable])].slice(0, ASK.length)
  return chosen.map((file, index) => ({ attach: [file.path], text: (ASK[index] ?? String)(file.title) }))
}

function folderOf({ path }: FileView): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
