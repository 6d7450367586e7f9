import type { ImportReportView } from '@varve/server/types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { keys } from '../api/keys.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { shortTitle } from '../view-model/chats/short-title.ts'
import { useActions } from '../workbench/actions.ts'
import { ImportDialog } from './import-dialog.tsx'

interface Import {
  /** Opens the choice of a file. */
  readonly choose: () => void
  readonly chooser: ReactNode
  /** What became of it, until someone has read it. */
  readonly imported: ReactNode
}

/** Takes over chats from a file: of Varve, of other programs, or an archive of many. */
export function useImport(): Import {
  const { say, openChat } = useActions()
  const client = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const [report, setReport] = useState<ImportReportView>()
  const { mutate } = useMutation({
    mutationFn: (file: File) => routes.importChats(file),
    onMutate: ({ name }) => say({ tone: 'info', text: `Reading ${name}` }),
    onSuccess: async (done) => {
      await client.invalidateQueries({ queryKey: keys.chats })
      const [only] = done.chats
      const isPlain = done.chats.length === 1 && done.skipped.length === 0 && only?.lost.length === 0
      if (!isPlain || only.chatId === undefined) return setReport(done)
      const title = `“${shortTitle(only.title)}”`
      const isKnown = only.outcome === 'known'
      say({ tone: 'info', text: isKnown ? `${title} is already here.` : `Imported ${title}.` })
      openChat(only.chatId)
    },
    onError: (error) => say({ tone: 'error', text: `Nothing was imported. ${adviseOn(error).what}` }),
  })
  return {
    choose: () => field.current?.click(),
    chooser: (
      <input
        ref={field}
        type="file"
        hidden
        accept=".md,.json,.jsonl,.ndjson,.html,.zip"
        aria-label="File of chats"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) mutate(file)
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    ),
    imported: report ? <ImportDialog report={report} onClose={() => setReport(undefined)} /> : null,
  }
}
