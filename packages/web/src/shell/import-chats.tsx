import './chat-dialogs.css'
import type { ImportedChatView, ImportOutcome, ImportReportView } from '@varve/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { shortTitle } from '../view-model/chats/chats.ts'
import { useActions } from '../workbench/actions.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { t } from '../i18n/t.ts'

const OUTCOMES = {
  added: t('Added'),
  extended: t('Updated'),
  copied: t('Added as a copy'),
  known: t('Already here'),
  refused: t('Not imported'),
} as const satisfies Record<ImportOutcome, string>

/** Takes over chats from a file: of Varve, of other programs, or an archive of many. Menus and commands open it. */
export function ImportChats() {
  const { say, openChat, sayError, chatFile } = useActions()
  const client = useQueryClient()
  const [report, setReport] = useState<ImportReportView>()
  const { mutate } = useMutation({
    mutationFn: (file: File) => routes.importChats(file),
    onMutate: ({ name }) => say({ tone: 'info', text: t('Reading {name}', { name }) }),
    onSuccess: async (done) => {
      await client.invalidateQueries({ queryKey: keys.chats })
      const [only] = done.chats
      const isPlain = done.chats.length === 1 && done.skipped.length === 0 && only?.lost.length === 0
      if (!isPlain || only.chatId === undefined) return setReport(done)
      const title = `“${shortTitle(only.title)}”`
      const isKnown = only.outcome === 'known'
      say({
        tone: 'info',
        text: isKnown ? t('{title} is already here.', { title }) : t('Imported {title}.', { title }),
      })
      openChat(only.chatId)
    },
    onError: (error) => sayError(t('Nothing was imported.'), error),
  })
  return (
    <>
      <input
        ref={chatFile}
        type="file"
        hidden
        accept=".md,.json,.jsonl,.ndjson,.html,.zip"
        aria-label={t('File of chats')}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) mutate(file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
      {report ? <ImportDialog report={report} onClose={() => setReport(undefined)} /> : null}
    </>
  )
}

interface ImportDialogProps {
  readonly report: ImportReportView
  readonly onClose: () => void
}

/** What became of each chat of a file, and what could not come along. */
function ImportDialog({ report, onClose }: ImportDialogProps) {
  const { openChat } = useActions()
  const { chats, skipped } = report
  const taken = chats.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'known').length
  return (
    <Dialog label={t('Imported chats')} place="center" onClose={onClose}>
      <div className="dialog-head">
        <h2>{t('{taken} of {count} {count|chat|chats} imported', { taken, count: chats.length })}</h2>
      </div>
      <div className="dialog-body chat-dialog-body">
        <ul className="import-report">
          {chats.map(({ title, outcome, chatId, lost, context }, at) => (
            <li key={at}>
              {chatId === undefined ? (
                <span className="cut">{title}</span>
              ) : (
                <button
                  type="button"
                  className="cut"
                  onClick={() => {
                    onClose()
                    openChat(chatId)
                  }}
                >
                  {title}
                </button>
              )}
              <span className="faint">{OUTCOMES[outcome]}</span>
              {lost.length === 0 ? null : <small>{lost.join(' ')}</small>}
              {context ? <small>{namedNotes(context)}</small> : null}
            </li>
          ))}
          {skipped.map(({ source, reason }) => (
            <li key={source}>
              <span className="cut">{source}</span>
              <span className="faint">{t('Left out')}</span>
              <small>{reason}</small>
            </li>
          ))}
        </ul>
      </div>
      <div className="dialog-foot">
        <Button look="main" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </Dialog>
  )
}

/** What becomes of the notes that an imported chat names. */
function namedNotes({ found, moved, missing }: NonNullable<ImportedChatView['context']>): string {
  const notes = [...found, ...moved.map(({ from, to }) => t('{to} (was {from})', { to, from }))]
  return [
    ...(notes.length === 0
      ? []
      : [t('Attached to your next message in their current version: {names}.', { names: notes.join(', ') })]),
    ...(missing.length === 0 ? [] : [t('Not found: {names}.', { names: missing.join(', ') })]),
  ].join(' ')
}
