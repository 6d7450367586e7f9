import type { DefinitionCheckView, DefinitionTextView } from '@varve/server/types'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { routes } from '../api/routes.ts'
import { useDebounced } from '../parts/use-debounced.ts'
import type { DefinitionDraft } from './use-definition-draft.ts'

export interface DefinitionCheck extends DefinitionCheckView {
  /** It is about the text as it stands now; else its lines may have moved. */
  readonly isOfText: boolean
}

const QUIET_MILLISECONDS = 350
const NOTHING: DefinitionCheck = { problems: [], warnings: [], isOfText: true }

/** What is wrong with a text: with the saved one as the server told, with what is typed a moment after the last key. */
export function useDefinitionCheck(
  { kind, id, problems, warnings = [] }: DefinitionTextView,
  { text, isChanged }: Pick<DefinitionDraft, 'text' | 'isChanged'>,
): DefinitionCheck {
  const settled = useDebounced(text, QUIET_MILLISECONDS)
  const { data } = useQuery({
    queryKey: ['definition-check', kind, id, settled],
    queryFn: async ({ signal }) => ({
      of: settled,
      view: await routes.checkDefinition({ kind, id, content: settled }, signal),
    }),
    enabled: isChanged,
    // What was wrong a moment ago stands until it is known to be right.
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    retry: false,
  })
  if (!isChanged) return { problems, warnings, isOfText: true }
  return data ? { ...data.view, isOfText: data.of === text } : NOTHING
}
