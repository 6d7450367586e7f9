import { useMemo } from 'react'
import { keyLabel } from '../view-model/composer/describe-attachment.ts'
import { createDistinctName } from '../view-model/files/file-names.ts'
import { useFiles } from './queries.ts'

/** What was attached by its short name; of two files of one name it says as many folders as tell them apart. */
export function useKeyName(): (key: string, title?: string) => string {
  const { data: files } = useFiles()
  return useMemo(() => {
    const nameOf = createDistinctName(files?.map(({ path }) => path) ?? [])
    return (key, title) => keyLabel(key, title, nameOf)
  }, [files])
}
