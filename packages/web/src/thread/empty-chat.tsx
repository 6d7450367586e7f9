import './empty-chat.css'
import { useEffect, useMemo } from 'react'
import type { FileView } from '@varve/contract'
import { useFiles, useIndex, useWorkspace } from '../api/queries.ts'
import { FileName } from '../parts/file-name.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Draft, withAttached, withoutAttached, withText } from '../view-model/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { FilesError } from '../workspaces/workspace-menu.tsx'
import { isVarvesOwn } from '../view-model/files/file-names.ts'

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

/** A chat without a message: what it is for, and three questions to begin with. */
export function EmptyChat() {
  const { chatId, dispatch, composer, layout } = useWorkbench()
  const onPhone = layout.sidebar === 'drawer'
  // On a phone the keyboard would cover what this says.
  useEffect(() => {
    if (!onPhone) composer.current?.focus()
  }, [composer, onPhone])
  const { data: workspace } = useWorkspace()
  const { data: files, error, refetch } = useFiles()
  const unread = useIndex()?.problems
  // Not again with each letter that is typed: a workspace may hold many files.
  const examples = useMemo(() => exampleQuestions(files ?? [], unread), [files, unread])
  const choose = (example: ExampleQuestion) => {
    const change = (draft: Draft) => takeExample(draft, example, examples)
    dispatch({ kind: 'edit', chat: chatId ?? NEW_CHAT, change })
    composer.current?.focus()
  }
  return (
    <div className="empty-chat">
      <div className="empty-chat-column">
        <Icon name="layers" size={20} />
        <h2>Ask {workspace ? workspace.name : 'your notes'}</h2>
        <p>
          Attach a note with @. It stays available for the whole chat, and the inspector shows every word the
          model receives, by layer.
        </p>
        {error ? <FilesError error={error} onRetry={() => void refetch()} /> : null}
        {files && files.length === 0 ? (
          <p>This workspace has no files yet. Put Markdown notes into its folder.</p>
        ) : null}
        <ul className="empty-chat-examples" aria-label="Suggested questions">
          {examples.map((example) => (
            <li key={example.text}>
              <button type="button" onClick={() => choose(example)}>
                <span className="grow">{example.text}</span>
                <span className="empty-chat-note">
                  <Icon name="note" size={14} />
                  {example.attach.length === 1 ? (
                    <FileName path={example.attach[0] ?? ''} />
                  ) : (
                    <span title={example.attach.join(', ')}>{example.attach.length} notes</span>
                  )}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

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

interface ExampleQuestion {
  /** Paths to attach. */
  readonly attach: readonly string[]
  readonly text: string
}

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
