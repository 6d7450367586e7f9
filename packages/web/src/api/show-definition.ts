import type { DefinitionTextView, DefinitionView } from '@varve/contract'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from './keys.ts'

/**
 * Shows a definition as it was just written or trusted, in the list too: whoever calls it at once must not meet the
 * mistake that it had before. What is being asked for meanwhile may be older, and is asked for again.
 */
export async function showDefinition(client: QueryClient, now: DefinitionTextView): Promise<void> {
  const { content: _, body: _body, ...listed } = now
  const isThis = (one: DefinitionView) => one.kind === now.kind && one.id === now.id
  await client.cancelQueries({ queryKey: keys.definitions })
  client.setQueryData(keys.definition(now.kind, now.id), now)
  client.setQueryData<readonly DefinitionView[]>(keys.definitions, (list) => {
    if (!list) return list
    return list.some(isThis) ? list.map((one) => (isThis(one) ? listed : one)) : [...list, listed]
  })
  void client.invalidateQueries({ queryKey: keys.definitions })
}
