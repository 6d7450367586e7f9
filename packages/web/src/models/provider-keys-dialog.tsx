import './provider-keys.css'
import '../parts/text-field.css'
import type { KeyKeeping as Keeping, ProviderView } from '@varve/contract'
import { useEffect, useId, useRef, useState } from 'react'
import { useModels, useProviders } from '../api/queries.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { canRemoveKey, describeKey, describeRefused } from '../view-model/models/models.ts'
import type { ProviderKeysDialog as Opened } from '../workbench/workbench-state.ts'
import { useChooseModels } from '../workbench/use-chosen-models.ts'
import { useProviderKey } from './use-provider-key.ts'
import { rich, t } from '../i18n/t.ts'

const CHOICES: readonly { readonly value: Keeping; readonly title: string; readonly hint: string }[] = [
  {
    value: 'sealed',
    title: t('Store on this machine, encrypted'),
    hint: t('Encrypted in the database. The encryption key is stored outside it.'),
  },
  { value: 'memory', title: t('Only until Varve stops'), hint: t('In memory, never written to disk.') },
]

interface ProviderKeysDialogProps {
  readonly opened: Opened
  readonly onClose: () => void
}

/** Provider keys: which are there, and for one of them the field. */
export function ProviderKeysDialog({ opened, onClose }: ProviderKeysDialogProps) {
  const { data: providers = [], error, refetch } = useProviders()
  const [chosen, setChosen] = useState(opened.provider)
  const provider = providers.find(({ id }) => id === chosen)
  return (
    <Dialog label={t('Provider keys')} {...(provider ? {} : { title: t('Keys') })} onClose={onClose}>
      {provider ? (
        <ProviderKeyForm
          provider={provider}
          wanted={opened.wanted}
          onBack={opened.provider === undefined ? () => setChosen(undefined) : undefined}
          onClose={onClose}
        />
      ) : (
        <div className="dialog-body provider-keys">
          {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
          <ProviderRows providers={providers} onChoose={setChosen} />
        </div>
      )}
    </Dialog>
  )
}

export function ProviderRows({
  providers,
  onChoose,
}: {
  readonly providers: readonly ProviderView[]
  readonly onChoose: (id: string) => void
}) {
  const withKeys = providers.filter(
    (one) => one.key !== 'not-needed' && (one.modelCount > 0 || canRemoveKey(one)),
  )
  return (
    <ul className="provider-rows">
      {withKeys.map((provider) => (
        <li key={provider.id}>
          <span className="cut">{provider.name}</span>
          <span className="cut faint grow">{describeKey(provider)}</span>
          <Button
            small
            aria-label={t(provider.key === 'none' ? 'Add the key for {name}' : 'Change the key for {name}', {
              name: provider.name,
            })}
            onClick={() => onChoose(provider.id)}
          >
            {provider.key === 'none' ? t('Add') : t('Change')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

interface ProviderKeyFormProps {
  readonly provider: ProviderView
  /** The model that was wanted when its key was missing: it is chosen once the key is there. */
  readonly wanted: string | undefined
  /** To the list of providers, where one came from there. */
  readonly onBack: (() => void) | undefined
  readonly onClose: () => void
}

/** The key of one provider: where it comes from now, a field for another, and how long that is kept. */
function ProviderKeyForm({ provider, wanted, onBack, onClose }: ProviderKeyFormProps) {
  const [value, setValue] = useState('')
  const [keeping, setKeeping] = useState<Keeping>('sealed')
  const { busy, error, isRefused, keep, remove } = useProviderKey(provider)
  const choose = useChooseModels()
  // A provider whose models are gone can only be removed.
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
        {onBack ? <IconButton icon="left" label={t('All keys')} onClick={onBack} /> : null}
        <h2 className="grow">{t('Key for {name}', { name: provider.name })}</h2>
        <IconButton icon="close" label={t('Close')} onClick={onClose} />
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
            {t('Remove')}
          </Button>
        ) : null}
        <span className="grow" />
        <Button look="bare" onClick={onClose}>
          {t('Cancel')}
        </Button>
        {isUsed ? (
          <Button look="main" type="submit" disabled={busy || value.trim() === ''}>
            {busy && value !== '' ? t('Checking') : t('Save key')}
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
        <p>{t('{name} needs a key of {name2}.', { name: model.name, name2: provider.name })}</p>
      ) : null}
      {provider.key === 'none' ? null : (
        <p>{t('In use: {value}.', { value: lowerFirst(describeKey(provider)) })}</p>
      )}
      {provider.keyProblem === undefined ? null : (
        <p className="key-problem">
          {t('The stored key can’t be decrypted. {keyProblem}', { keyProblem: provider.keyProblem })}
        </p>
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
        <span className="provider-key-label">{provider.key === 'none' ? t('Key') : t('Another key')}</span>
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
        {rich('Or set {code} in the environment before you start Varve. It is not stored then.', {
          code: <code>{provider.keyVariable}</code>,
        })}
      </p>
    </>
  )
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}

interface KeyKeepingProps {
  readonly value: Keeping
  readonly onChange: (value: Keeping) => void
}

/** How long a key is kept. */
function KeyKeeping({ value, onChange }: KeyKeepingProps) {
  return (
    <fieldset className="key-keeping">
      <legend className="visually-hidden">{t('Where the key is stored')}</legend>
      {CHOICES.map((choice) => (
        <label key={choice.value}>
          <input
            type="radio"
            name="key-keeping"
            value={choice.value}
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            {choice.title}
            <small className="provider-key-hint">{choice.hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
