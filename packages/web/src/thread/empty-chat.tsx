import { useEffect, useMemo } from 'react'
import { useFiles } from '../api/file-queries.ts'
import { useIndex, useWorkspace } from '../api/workspace-queries.ts'
import { FileName } from '../parts/file-name.tsx'
import { Icon } from '../parts/icon.tsx'
import { type ExampleQuestion, exampleQuestions } from '../view-model/thread/example-questions.ts'
import { takeExample } from '../view-model/thread/take-example.ts'
import type { Draft } from '../workbench/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { FilesError } from '../workspaces/workspace-unavailable.tsx'
import './empty-chat.css'

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
          Attach a note with @. It stays readable for the whole chat, and the inspector shows every word that
          the model is given, by layer.
        </p>
        {error ? <FilesError error={error} onRetry={() => void refetch()} /> : null}
        {files && files.length === 0 ? (
          <p>This workspace has no files yet. Put Markdown notes into its folder.</p>
        ) : null}
        <ul className="empty-chat-examples" aria-label="Questions to begin with">
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
