import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'
import { readUnsaved, type UnsavedText, writeUnsaved } from './unsaved-texts.ts'

export interface KeptText {
  readonly typed: UnsavedText | undefined
  /** As it is now, also after another text was drawn. */
  readonly latest: () => UnsavedText | undefined
  /** Nothing drops what was typed. */
  readonly keep: (typed: UnsavedText | undefined) => void
}

/** What is typed and not saved yet. It outlives looking at something else, and a reload. */
export function useUnsavedText(what: string): KeptText {
  const client = useQueryClient()
  const queryKey = keys.unsaved(what)
  const { data } = useQuery<UnsavedText | null>({
    queryKey,
    queryFn: skipToken,
    initialData: () => readUnsaved(what) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return {
    typed: data ?? undefined,
    latest: () => client.getQueryData<UnsavedText | null>(queryKey) ?? undefined,
    keep: (typed) => {
      client.setQueryData<UnsavedText | null>(queryKey, typed ?? null)
      writeUnsaved(what, typed)
    },
  }
}
