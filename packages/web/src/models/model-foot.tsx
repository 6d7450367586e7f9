import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../api/keys.ts'
import { renewModels, useModels } from '../api/model-queries.ts'
import { routes } from '../api/routes.ts'
import { adviseOn } from '../api/web-error.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { useActions } from '../workbench/actions.ts'
import type { ModelView } from '@varve/server/types'

/** Where more models come from: servers on this machine, and keys of providers. */
export function ModelFoot({ onClose }: { readonly onClose: () => void }) {
  const { dispatch } = useActions()
  const client = useQueryClient()
  const { data: models = [] } = useModels()
  const [looking, setLooking] = useState(false)
  const [result, setResult] = useState<string>()
  const lookAgain = async () => {
    setLooking(true)
    try {
      await routes.refreshModels()
      await renewModels(client)
      setResult(describeLocal(client.getQueryData<readonly ModelView[]>(keys.models) ?? []))
    } catch (error) {
      setResult(adviseOn(error).what)
    }
    setLooking(false)
  }
  const openKeys = () => {
    onClose()
    dispatch({ kind: 'dialog', dialog: { kind: 'provider-keys' } })
  }
  return (
    <div className="model-foot">
      <span className="grow" role="status">
        {looking ? 'Looking on this machine' : (result ?? describeLocal(models))}
      </span>
      <Button small look="bare" disabled={looking} onClick={() => void lookAgain()}>
        <Icon name="again" size={14} />
        Look again
      </Button>
      <Button small look="bare" onClick={openKeys}>
        <Icon name="key" size={14} />
        Keys
      </Button>
    </div>
  )
}

function describeLocal(models: readonly ModelView[]): string {
  const found = models.filter(({ location, ready }) => location === 'local' && ready).length
  if (found === 0) return 'No model server on this machine.'
  return `${found} ${found === 1 ? 'model' : 'models'} on this machine.`
}
