import type { FileContentView } from '@varve/server/types'
import { useState } from 'react'
import { useSourceText } from '../api/chat-queries.ts'
import { useFileContent } from '../api/file-queries.ts'
import { routes } from '../api/routes.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import type { Preview } from '../workbench/workbench-state.ts'

export interface PreviewText {
  readonly title: string | undefined
  readonly content: string | undefined
  /** The address of the picture that it is. */
  readonly picture: string | undefined
  /** The file as it is on disk; undefined while the text of a turn is shown. */
  readonly file: FileContentView | undefined
  /** How the file stands to the text of the turn; undefined where there is none or it is not known yet. */
  readonly changed: 'no' | 'changed' | 'missing' | undefined
  /** What the turn was given was found in the file: the text is that of the file now. */
  readonly isFound: boolean
  readonly showsNow: boolean
  readonly setShowsNow: (now: boolean) => void
  readonly error: unknown
  readonly retry: () => void
}

/** The text that a turn was given, or the file as it is now; one can go from the first to the second and back. */
export function usePreviewText({ path, givenIn }: Preview): PreviewText {
  const { chatId } = useWorkbench()
  const [showsNow, setShowsNow] = useState(givenIn === undefined)
  const source = useSourceText(chatId, givenIn?.turnId, path)
  const file = useFileContent(path, showsNow)
  const shown = showsNow ? file : source
  return {
    title: shown.data?.title,
    content: shown.data?.content,
    picture: showsNow ? pictureNow(file.data) : source.data?.picture,
    file: showsNow ? file.data : undefined,
    changed: source.data?.changed,
    isFound: !showsNow && source.data?.isNow === true,
    showsNow,
    setShowsNow,
    error: shown.error,
    retry: () => void shown.refetch(),
  }
}

function pictureNow(file: FileContentView | undefined): string | undefined {
  return file?.kind === 'image' ? routes.picture(file.path) : undefined
}
