import type { ForecastView } from '@varve/server/types'
import { useMemo } from 'react'
import { useFiles, useTags } from '../api/file-queries.ts'
import { draftChips } from '../view-model/composer/draft-chips.ts'
import type { Draft } from '../workbench/draft.ts'

/** What the next message brings, as far as it is known. */
export function useChips(draft: Draft, active: string | undefined, forecast: ForecastView | undefined) {
  const { data: files } = useFiles()
  const { data: tags } = useTags(
    draft.attach.some((item) => typeof item === 'string' && item.startsWith('#')),
  )
  // Not again with each letter: a workspace may hold many files.
  const { attach, uploads } = draft
  return useMemo(
    () =>
      draftChips({
        draft: { text: '', attach, ...(uploads ? { uploads } : {}) },
        active,
        files: files ?? [],
        tags: tags ?? [],
        forecast,
      }),
    [attach, uploads, active, files, tags, forecast],
  )
}
