import type { ModelView } from '@varve/server/types'
import { useProviders } from '../api/model-queries.ts'
import { Button } from '../parts/button.tsx'
import { availabilityOf } from '../view-model/models/group-models.ts'
import { useActions } from '../workbench/actions.ts'

/** Why the chosen model cannot be asked, and the way to change that. */
export function ModelNeed({ model }: { readonly model: ModelView | undefined }) {
  const { dispatch } = useActions()
  const { data: providers = [] } = useProviders()
  if (!model || model.ready) return null
  if (availabilityOf(model, providers) === 'no')
    return <span className="tag warn">{model.unavailable ?? 'Not available now'}</span>
  const dialog = { kind: 'provider-keys', provider: model.provider, wanted: model.id } as const
  return (
    <Button small onClick={() => dispatch({ kind: 'dialog', dialog })}>
      Needs a key
    </Button>
  )
}
