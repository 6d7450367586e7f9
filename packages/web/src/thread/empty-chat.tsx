import './empty-chat.css'
import { useEffect, useMemo } from 'react'
import type { FileView } from '@varve/contract'
import { useFiles, useIndex, useModels, useWorkspace, useWorkspaces } from '../api/queries.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { readSetting } from '../setting.ts'
import { type Draft, withAttached, withoutAttached, withText } from '../view-model/draft.ts'
import { useActions } from '../workbench/actions.ts'
import { useChosenModels } from '../workbench/use-chosen-models.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { FilesError } from '../workspaces/workspace-menu.tsx'
import { isVarvesOwn } from '../view-model/files/file-names.ts'
import { rich, t } from '../i18n/t.ts'

/** Questions that the notes of the demo workspace answer; both are in English. */
const DEMO: readonly ExampleQuestion[] = [
  { attach: [], text: 'When do we launch and what still blocks it?' },
  { attach: [], text: 'What did the interviews say about pricing?' },
  { attach: [], text: 'Which decision did we reverse and why?' },
]

/** Only where these notes are there is it the demo that the questions are about. */
const DEMO_NOTES = ['product/launch-plan.md', 'research/interviews-may.md', 'decisions/0003-yearly-pass.md']

const MOST_EXAMPLES = 3

/** The workspace that Varve brings along. */
const DEMO_ID = 'demo'

/** A chat without a message: what it is for, what is still to be set up, and questions to begin with. */
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
  const isDemo = workspace?.id === DEMO_ID
  // Not again with each letter that is typed: a workspace may hold many files.
  const examples = useMemo(() => exampleQuestions(files ?? [], unread), [files, unread])
  const choose = (example: ExampleQuestion) => {
    const change = (draft: Draft) => takeExample(draft, example, examples)
    dispatch({ kind: 'edit', chat: chatId ?? NEW_CHAT, change })
    composer.current?.focus()
  }
  const steps = useFirstSteps({ isDemo, example: examples[0], onExample: choose })
  return (
    <div className="empty-chat">
      <div className="empty-chat-column">
        <h2>
          {isDemo ? t('Welcome to Varve') : workspace ? t('Ask {name}', { name: workspace.name }) : '\u00a0'}
        </h2>
        <p>
          {isDemo
            ? t(
                'You are in the demo: the notes of a small team before its launch. Ask about them, or bring your own.',
              )
            : !workspace
              ? '\u00a0'
              : t(
                  'Ask a question: Varve finds what your notes say about it. Type @ to attach a note yourself.',
                )}
        </p>
        {error ? <FilesError error={error} onRetry={() => void refetch()} /> : null}
        {workspace && files?.length === 0 ? <NoFiles isFolder={workspace.kind === 'folder'} /> : null}
        {/* All at once, so that nothing moves. */}
        {steps === undefined || (files === undefined && !error) ? null : (
          <>
            <FirstSteps steps={steps} />
            <ul className="empty-chat-examples" aria-label={t('Suggested questions')}>
              {examples.map((example) => (
                <li key={example.text}>
                  <button type="button" onClick={() => choose(example)}>
                    <span className="grow">{example.text}</span>
                    <Icon name="right" size={14} />
                  </button>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  )
}

function NoFiles({ isFolder }: { readonly isFolder: boolean }) {
  const { openFile } = useActions()
  return (
    <p>
      {rich(
        isFolder
          ? 'This workspace has no files yet. Put Markdown notes into its folder, or {link}.'
          : 'This workspace has no files yet. Add some: {link}.',
        {
          link: (
            <button type="button" className="link" onClick={() => openFile(undefined)}>
              {isFolder ? t('add files here') : t('open Files')}
            </button>
          ),
        },
      )}
    </p>
  )
}

interface FirstStepsOptions {
  readonly isDemo: boolean
  readonly example: ExampleQuestion | undefined
  readonly onExample: (example: ExampleQuestion) => void
}

/** Setup steps for a new user; each disappears once it is done. Undefined until it is known which are left. */
function useFirstSteps({
  isDemo,
  example,
  onExample,
}: FirstStepsOptions): readonly FirstStepProps[] | undefined {
  const { openDialog } = useActions()
  const { data: list } = useWorkspaces(true)
  const { data: models } = useModels()
  const { model } = useChosenModels(undefined)
  if (!list || !models || !model) return undefined
  const local = models.find(({ location, ready }) => location === 'local' && ready)
  return [
    ...(list.workspaces.length > 1
      ? []
      : [
          {
            icon: 'folder',
            title: t('Open your folder'),
            text: t('An Obsidian vault, or any folder of notes. Varve only reads them.'),
            onOpen: () => openDialog('open-folder'),
          } as const,
        ]),
    ...(model.location === 'offline'
      ? [
          {
            icon: 'globe',
            title: t('Connect a model'),
            text: local
              ? t('{name} is running on this computer. Use it, or choose another.', { name: local.name })
              : t('Varve only quotes your notes until a language model answers.'),
            onOpen: () => openDialog('connect'),
          } as const,
        ]
      : []),
    ...(isDemo && example && readSetting('varve.tour') === undefined
      ? [
          {
            icon: 'play',
            title: t('Try the demo'),
            text: t('Four short steps, then a question that is ready to send.'),
            onOpen: () => {
              onExample(example)
              openDialog('tour')
            },
          } as const,
        ]
      : []),
  ]
}

function FirstSteps({ steps }: { readonly steps: readonly FirstStepProps[] }) {
  if (steps.length === 0) return null
  return (
    <ul className="first-steps" aria-label={t('First steps')}>
      {steps.map((step) => (
        <li key={step.title}>
          <button type="button" onClick={step.onOpen}>
            <Icon name={step.icon} size={18} />
            <b>{step.title}</b>
            <small>{step.text}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface FirstStepProps {
  readonly icon: IconName
  readonly title: string
  readonly text: string
  readonly onOpen: () => void
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
 * Up to three questions to begin with: those of the demo where it is open, else titles of notes that are questions
 * themselves. Nothing is made up about notes, and what is Varve's own or may not go everywhere is not proposed.
 * `unread` are files that the index could not read.
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
  if (DEMO_NOTES.every((path) => paths.has(path))) return DEMO
  return readable
    .filter(({ kind, title }) => kind === 'note' && QUESTION.test(title))
    .toSorted((a, b) => b.modified - a.modified || (a.path < b.path ? -1 : 1))
    .slice(0, MOST_EXAMPLES)
    .map(({ title }) => ({ attach: [], text: /[?？]$/.test(title) ? title : `${title}?` }))
}

const QUESTION = /[?？]$|^(?:how|why|what|when|where|which|who) \S+ \S/i
