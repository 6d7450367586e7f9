import type { MemoryView } from '@varve/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { UnsavedText } from '../workbench/page-memory.ts'
import { useActions, useUnsavedText } from '../workbench/actions.ts'
import { keys } from '../api/keys.ts'
import { useMemory } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { WebError } from '../parts/web-error.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { t } from '../i18n/t.ts'

/** What is remembered in this workspace: a note that goes along with every message. */
export function MemorySettings() {
  const { data, error, refetch } = useMemory()
  return (
    <section className="memory">
      <h3>{t('Memory')}</h3>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? <MemoryForm memory={data} /> : null}
    </section>
  )
}

/** Nothing is overwritten unseen: if the note has changed, both versions can be kept. */
function MemoryForm({ memory }: { readonly memory: MemoryView }) {
  const client = useQueryClient()
  const {
    openFile,
    memory: { changes },
  } = useActions()
  const { typed: draft, latest, keep } = useUnsavedText('memory')
  const [saved, setSaved] = useState(false)
  const field = useId()
  const save = useMutation({
    mutationFn: ({ text, hash }: UnsavedText) => changes.track(routes.writeMemory(text, hash)),
    onSuccess: (written, { text: sent }) => {
      client.setQueryData(keys.memory, written)
      // What was typed while it was on its way is kept.
      const now = latest()
      keep(now && now.text !== sent ? { text: now.text, hash: written.hash } : undefined)
      setSaved(true)
    },
  })
  const isConflict = save.error instanceof WebError && save.error.serverCode === 'file-changed'
  const text = draft?.text ?? memory.content
  const isChanged = text !== memory.content
  const change = (next: string) => {
    setSaved(false)
    keep(next === memory.content ? undefined : { text: next, hash: draft ? draft.hash : memory.hash })
  }
  const revert = () => {
    keep(undefined)
    save.reset()
  }
  const takeNewer = async () => {
    await client.invalidateQueries({ queryKey: keys.memory })
    revert()
  }
  const keepMine = async () => {
    const { hash } = await client.fetchQuery({ queryKey: keys.memory, queryFn: routes.memory, staleTime: 0 })
    save.mutate({ text, hash })
  }
  return (
    <>
      <label htmlFor={field} className="switch-about">
        {t(
          'What every chat in this workspace should know, such as how you write or what a project is called. It is sent with every message.',
        )}
      </label>
      <textarea
        id={field}
        className="text-field memory-text"
        rows={7}
        value={text}
        placeholder={t('Nothing is remembered yet.')}
        onChange={(event) => change(event.target.value)}
      />
      {isConflict ? (
        <Notice title={t('The memory has changed since you opened it.')} tone="warn">
          <p>{t('Your text is kept here until you decide.')}</p>
          <div className="notice-actions">
            <Button small onClick={() => void takeNewer()}>
              {t('Show the newer version')}
            </Button>
            <Button small onClick={() => void keepMine()}>
              {t('Keep mine')}
            </Button>
          </div>
        </Notice>
      ) : save.error ? (
        <ErrorNotice error={save.error} />
      ) : null}
      <div className="memory-foot">
        <span className="grow" role="status">
          {isChanged ? t('Not saved yet.') : saved ? t('Saved.') : ''}
        </span>
        {memory.hash === undefined ? null : (
          <Button small look="bare" onClick={() => openFile(memory.path)}>
            {t('Open {path}', { path: memory.path })}
          </Button>
        )}
        {isChanged ? (
          <Button small look="bare" onClick={revert}>
            {t('Revert')}
          </Button>
        ) : null}
        <Button small disabled={!isChanged || save.isPending} onClick={() => draft && save.mutate(draft)}>
          {t('Save')}
        </Button>
      </div>
    </>
  )
}
