import type { KeyKeeping as Keeping, ProviderView } from '@varve/server/types'
import { useEffect, useId, useRef, useState } from 'react'
import { useModels } from '../api/model-queries.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { canRemoveKey, describeKey, describeRefused } from '../view-model/models/describe-key.ts'
import { useChooseModels } from '../workbench/use-chosen-models.ts'
import { KeyKeeping } from './key-keeping.tsx'
import { useProviderKey } from './use-provider-key.ts'
import '../parts/text-field.css'

interface ProviderKeyFormProps {
  readonly provider: ProviderView
  /** The model that was wanted when its key was missing: it is chosen once the key is there. */
  readonly wanted: string | undefined
  /** To the list of providers, where one came from there. */
  readonly onBack: (() => void) | undefined
  readonly onClose: () => void
}

/** The key of one provider: where it comes from now, a field for another, and how long that is kept. */
export function ProviderKeyForm({ provider, wanted, onBack, onClose }: ProviderKeyFormProps) {
  const [value, setValue] = useState('')
  const [keeping, setKeeping] = useState<Keeping>('sealed')
  const { busy, error, isRefused, keep, remove } = useProviderKey(provider)
  const choose = useChooseModels()
  // One whose models are gone can only be taken away.
  const isUsed = provider.keyVariable !== ''
  const submit = async () => {
    if (!(await keep(value.trim(), keeping))) return
    if (wanted !== undefined) choose([wanted])
    onClose()
  }
  const takeBack = async () => {
    if (await remove()) onClose()
  }
  return (
    <form
      className="provider-key"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className="dialog-head">
        {onBack ? <IconButton icon="left" label="All keys" onClick={onBack} /> : null}
        <h2 className="grow">Key for {provider.name}</h2>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </div>
      <div className="dialog-body provider-keys">
        <KeyNow provider={provider} wanted={wanted} />
        {isUsed ? (
          <>
            <KeyField provider={provider} value={value} onChange={setValue} />
            <KeyKeeping value={keeping} onChange={setKeeping} />
          </>
        ) : null}
        {isRefused ? (
          <p className="key-problem" role="alert">
            {describeRefused(provider)}
          </p>
        ) : null}
        {error ? <ErrorNotice error={error} /> : null}
      </div>
      <div className="dialog-foot">
        {canRemoveKey(provider) ? (
          <Button look="danger" disabled={busy} onClick={() => void takeBack()}>
            Remove
          </Button>
        ) : null}
        <span className="grow" />
        <Button look="bare" onClick={onClose}>
          Cancel
        </Button>
        {isUsed ? (
          <Button look="main" type="submit" disabled={busy || value.trim() === ''}>
            {busy && value !== '' ? 'Checking' : 'Keep the key'}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

/** Which model waits for the key, where the key comes from now, and what is wrong with one that is kept. */
function KeyNow({ provider, wanted }: Pick<ProviderKeyFormProps, 'provider' | 'wanted'>) {
  const { data: models } = useModels()
  const model = models?.find(({ id }) => id === wanted)
  return (
    <>
      {model ? (
        <p>
          {model.name} needs a key of {provider.name}.
        </p>
      ) : null}
      {provider.key === 'none' ? null : <p>In use: {lowerFirst(describeKey(provider))}.</p>}
      {provider.keyProblem === undefined ? null : (
        <p className="key-problem">The kept key cannot be opened. {provider.keyProblem}</p>
      )}
    </>
  )
}

interface KeyFieldProps {
  readonly provider: ProviderView
  readonly value: string
  readonly onChange: (value: string) => void
}

function KeyField({ provider, value, onChange }: KeyFieldProps) {
  const hint = useId()
  const field = useRef<HTMLInputElement>(null)
  // After the dialog has opened, which gives focus to its first button.
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <label>
        <span className="provider-key-label">{provider.key === 'none' ? 'Key' : 'Another key'}</span>
        <input
          ref={field}
          className="text-field mono"
          type="password"
          value={value}
          maxLength={2_000}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby={hint}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <p id={hint} className="provider-key-hint">
        Or set <code>{provider.keyVariable}</code> in the environment that Varve starts in; that one is not
        stored.
      </p>
    </>
  )
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
