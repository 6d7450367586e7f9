import type { ProviderView } from '@varve/server/types'
import { useState } from 'react'
import { useProviders } from '../api/model-queries.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { describeKey } from '../view-model/models/describe-key.ts'
import type { ProviderKeysDialog as Opened } from '../workbench/workbench-state.ts'
import { ProviderKeyForm } from './provider-key-form.tsx'
import './provider-keys.css'

interface ProviderKeysDialogProps {
  readonly opened: Opened
  readonly onClose: () => void
}

/** Keys of providers: which are there, and for one of them the field. */
export function ProviderKeysDialog({ opened, onClose }: ProviderKeysDialogProps) {
  const { data: providers = [], error, refetch } = useProviders()
  const [chosen, setChosen] = useState(opened.provider)
  const provider = providers.find(({ id }) => id === chosen)
  return (
    <Dialog label="Keys of providers" place="center" onClose={onClose}>
      {provider ? (
        <ProviderKeyForm
          provider={provider}
          wanted={opened.wanted}
          onBack={opened.provider === undefined ? () => setChosen(undefined) : undefined}
          onClose={onClose}
        />
      ) : (
        <>
          <div className="dialog-head">
            <h2 className="grow">Keys</h2>
            <IconButton icon="close" label="Close" onClick={onClose} />
          </div>
          <div className="dialog-body provider-keys">
            {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
            <ProviderRows providers={providers} onChoose={setChosen} />
          </div>
        </>
      )}
    </Dialog>
  )
}

function ProviderRows({
  providers,
  onChoose,
}: {
  readonly providers: readonly ProviderView[]
  readonly onChoose: (id: string) => void
}) {
  const withKeys = providers.filter(({ key }) => key !== 'not-needed')
  return (
    <ul className="provider-rows">
      {withKeys.map((provider) => (
        <li key={provider.id}>
          <span className="cut">{provider.name}</span>
          <span className="cut faint grow">{describeKey(provider)}</span>
          <Button
            small
            aria-label={`${provider.key === 'none' ? 'Add' : 'Change'} the key of ${provider.name}`}
            onClick={() => onChoose(provider.id)}
          >
            {provider.key === 'none' ? 'Add' : 'Change'}
          </Button>
        </li>
      ))}
    </ul>
  )
}
