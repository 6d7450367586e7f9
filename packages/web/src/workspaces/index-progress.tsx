import type { IndexView } from '@varve/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { keys } from '../api/keys.ts'
import { useIndex } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { FileName } from '../parts/file-name.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { IconButton } from '../parts/button.tsx'
import { indexWords, problemWords } from '../view-model/files/file-names.ts'
import { useActions } from '../workbench/actions.ts'
import './index-progress.css'
import { t } from '../i18n/t.ts'

/** A quiet line while files are read, and what could not be read. Nothing when all is done. */
export function IndexProgress() {
  const index = useIndex()
  const words = indexWords(index)
  const problems = problemWords(index?.problems.length ?? 0)
  if (!index || (words === undefined && problems === undefined)) return null
  return (
    <section className="index-progress" aria-label={t('Reading the files')}>
      {words === undefined ? null : <Progress index={index} words={words} />}
      {problems === undefined ? null : <Problems words={problems} />}
    </section>
  )
}

function Progress({ index, words }: { readonly index: IndexView; readonly words: string }) {
  const { filesDone, filesTotal, state, currentFile } = index
  return (
    <>
      <div className="index-line">
        <span className="grow" role={state === 'failed' ? 'alert' : undefined}>
          {words}
        </span>
        <Control state={state} />
      </div>
      {state === 'indexing' || state === 'paused' ? (
        <>
          <progress aria-label={t('Files read')} value={filesDone} max={Math.max(filesTotal, 1)} />
          {currentFile === undefined ? null : (
            <span className="index-file">
              <FileName path={currentFile} />
            </span>
          )}
        </>
      ) : null}
    </>
  )
}

function Control({ state }: { readonly state: IndexView['state'] }) {
  const client = useQueryClient()
  const { sayError } = useActions()
  const control = useMutation({
    mutationFn: routes.controlIndex,
    onSuccess: (status) => client.setQueryData(keys.index, status),
    onError: (error) => sayError('', error),
  })
  const act = (action: 'pause' | 'resume' | 'rebuild') => () => control.mutate(action)
  switch (state) {
    case 'indexing':
      return <LastingButton icon="pause" label={t('Pause reading')} onClick={act('pause')} />
    case 'paused':
      return <LastingButton icon="play" label={t('Resume reading')} onClick={act('resume')} />
    case 'failed':
      return <LastingButton icon="again" label={t('Read all files again')} onClick={act('rebuild')} />
    case 'starting':
    case 'ready':
      return null
    default:
      return state satisfies never
  }
}

interface LastingButtonProps {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
}

/** The line goes when all is read; the focus then goes to the workspace that was read. */
function LastingButton(props: LastingButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const own = button.current
    return () => {
      if (own && own === document.activeElement)
        own.closest('.sidebar')?.querySelector<HTMLElement>('.workspace-card')?.focus()
    }
  }, [])
  return <IconButton ref={button} small {...props} />
}

function Problems({ words }: { readonly words: string }) {
  const { openDialog } = useActions()
  return (
    <button type="button" className="index-problems" onClick={() => openDialog('index-problems')}>
      <Icon name="warn" size={14} />
      {words}
    </button>
  )
}
