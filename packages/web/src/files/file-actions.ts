import { useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { renewFiles } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { t } from '../i18n/t.ts'
import { splitPath } from '../view-model/files/file-names.ts'
import { useActions } from '../workbench/actions.ts'

/** Saves a file of the workspace where the browser puts what it downloads. */
export function downloadFile(path: string): void {
  const link = document.createElement('a')
  link.href = routes.downloadFile(path)
  link.download = splitPath(path).name
  link.click()
}

/** Into the trash, from which it can be had again at once. */
export function useRemoveFile() {
  const client = useQueryClient()
  const { dispatch, openFile, say, sayError } = useActions()
  const restore = async (id: string, path: string) => {
    try {
      await routes.restoreFile(id)
      await renewFiles(client)
      openFile(path)
    } catch (error) {
      sayError(t('Couldn’t restore it.'), error)
    }
  }
  return async (path: string, contentHash: string) => {
    try {
      const { id } = await routes.removeFile(path, contentHash)
      dispatch({ kind: 'active-note', path: undefined })
      openFile(undefined)
      client.removeQueries({ queryKey: keys.content(path) })
      await renewFiles(client)
      const run = () => void restore(id, path)
      say({
        tone: 'info',
        text: t('{name} is in the trash.', { name: splitPath(path).name }),
        action: { label: t('Undo'), run },
      })
    } catch (error) {
      sayError(t('Couldn’t move it to the trash.'), error)
    }
  }
}
