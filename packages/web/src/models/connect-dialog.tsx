import './connect-dialog.css'
import '../parts/text-field.css'
import type { EndpointView, ModelView, ProviderView } from '@varve/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { renewModels, useModels, useProviders } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { useActions } from '../workbench/actions.ts'
import { useChooseModels } from '../workbench/use-chosen-models.ts'
import { t } from '../i18n/t.ts'
import { LocalModels } from './local-models.tsx'

/** Of one server as many models are offered by name; the model picker has them all. */
const MOST_OFFERED = 4

/** An address to connect, as far as it is known already. */
interface Begun {
  readonly name: string
  readonly provider?: string
  readonly address: string
  /** The key comes from here, so the field may stay empty. */
  readonly keyVariable?: string
}

/** The way to a model: what is on this computer, providers by name, or any OpenAI-compatible address. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const [begun, setBegun] = useState<Begun>()
  return (
    <Dialog
      label={t('Connect a model')}
      {...(begun ? {} : { title: t('Connect a model') })}
      onClose={onClose}
    >
      {begun ? (
        <EndpointForm begun={begun} onBack={() => setBegun(undefined)} onClose={onClose} />
      ) : (
        <Ways onBegin={setBegun} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface WaysProps {
  readonly onBegin: (begun: Begun) => void
  readonly onClose: () => void
}

function Ways({ onBegin, onClose }: WaysProps) {
  const { openDialog } = useActions()
  const { data: providers = [], error, refetch } = useProviders()
  const named = providers.filter(({ id, key }) => key !== 'not-needed' && id !== 'offline')
  const begin = (provider: ProviderView) => {
    const { id, name, address, key, keyVariable, modelCount } = provider
    if (address === undefined || modelCount > 0) openDialog({ kind: 'provider-keys', provider: id })
    else onBegin({ name, provider: id, address, ...(key === 'environment' ? { keyVariable } : {}) })
  }
  return (
    <div className="dialog-body connect">
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      <FoundHere providers={providers} onBegin={begin} onClose={onClose} />
      <LocalModels onUse={onClose} />
      <section>
        <h3>{t('Providers')}</h3>
        <ul className="connect-providers">
          {named.map((provider) => (
            <li key={provider.id}>
              <button type="button" onClick={() => begin(provider)}>
                <b>{provider.name}</b>
                <small>{stateOf(provider)}</small>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>{t('Any OpenAI-compatible address')}</h3>
        <p>
          {t('Your own server, a gateway or another provider: an address, a key if it needs one, a model.')}
        </p>
        <Button onClick={() => onBegin({ name: t('an address'), address: '' })}>
          {t('Enter an address')}
        </Button>
      </section>
    </div>
  )
}

function stateOf({ key, keyVariable, modelCount, location }: ProviderView): string {
  if (location === 'local' && key === 'none') return t('On your network')
  if (key === 'environment') return t('Key in {keyVariable}', { keyVariable })
  if (key === 'none') return t('Needs a key')
  return modelCount > 0 ? t('Connected') : t('Key saved')
}

interface FoundHereProps {
  readonly providers: readonly ProviderView[]
  readonly onBegin: (provider: ProviderView) => void
  readonly onClose: () => void
}

/** What can be used at once: models on this computer, and keys in the environment. */
function FoundHere({ providers, onBegin, onClose }: FoundHereProps) {
  const { data: models = [] } = useModels()
  const { say } = useActions()
  const choose = useChooseModels()
  const client = useQueryClient()
  const search = useMutation({ mutationFn: routes.refreshModels, onSuccess: () => renewModels(client) })
  const local = Map.groupBy(
    // Those that Varve runs itself have a list of their own.
    models.filter(({ location, ready, provider }) => location === 'local' && ready && provider !== 'local'),
    ({ providerName }) => providerName,
  )
  const keyed = providers.filter(({ key }) => key === 'environment')
  const use = (model: ModelView) => {
    choose([model.id])
    say({
      tone: 'info',
      text: t('{name} answers from now on. You can change that below the message.', { name: model.name }),
    })
    onClose()
  }
  return (
    <section>
      <div className="connect-head">
        <h3>{t('Found on this computer')}</h3>
        <Button small look="bare" disabled={search.isPending} onClick={() => search.mutate()}>
          <Icon name="again" size={14} />
          {search.isPending ? t('Looking…') : t('Look again')}
        </Button>
      </div>
      {local.size + keyed.length === 0 ? (
        <p>
          {t(
            'No Ollama, LM Studio or llama-server is running, and there is no provider’s key in the environment. Start one and look again, or choose below.',
          )}
        </p>
      ) : null}
      <ul className="connect-found">
        {[...local].map(([server, own]) => (
          <li key={server}>
            <span className="connect-name">
              <b>{server}</b>
              <small>
                {t('{count} {count|model|models}, free, nothing leaves this computer', { count: own.length })}
              </small>
            </span>
            <span className="connect-uses">
              {own.slice(0, MOST_OFFERED).map((model) => (
                <Button key={model.id} small onClick={() => use(model)}>
                  {t('Use {name}', { name: model.name })}
                </Button>
              ))}
            </span>
          </li>
        ))}
        {keyed.map((provider) => {
          const first = models.find((model) => model.provider === provider.id && model.ready)
          return (
            <li key={provider.id}>
              <span className="connect-name">
                <b>{provider.name}</b>
                <small>{t('Key in {keyVariable}', { keyVariable: provider.keyVariable })}</small>
              </span>
              <span className="connect-uses">
                {first ? (
                  <Button small onClick={() => use(first)}>
                    {t('Use {name}', { name: first.name })}
                  </Button>
                ) : (
                  <Button small onClick={() => onBegin(provider)}>
                    {t('Choose a model')}
                  </Button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface EndpointFormProps {
  readonly begun: Begun
  readonly onBack: () => void
  readonly onClose: () => void
}

/** Three fields: address, key, model. The models are listed as soon as the address answers. */
function EndpointForm({ begun, onBack, onClose }: EndpointFormProps) {
  const { provider, keyVariable } = begun
  const [address, setAddress] = useState(begun.address)
  const [key, setKey] = useState('')
  const [model, setModel] = useState('')
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  const { say } = useActions()
  const choose = useChooseModels()
  const client = useQueryClient()
  // After the dialog has opened, which gives focus to its first button.
  useEffect(() => first.current?.focus(), [])
  const input = {
    address: address.trim(),
    ...(key.trim() === '' ? {} : { key: key.trim() }),
    ...(provider === undefined ? {} : { provider }),
  }
  const check = useMutation({ mutationFn: routes.checkEndpoint })
  const save = useMutation({
    mutationFn: () => routes.addModel({ ...input, model: model.trim(), keep: 'sealed' }),
    onSuccess: async (added) => {
      await renewModels(client)
      choose([added.id])
      say({ tone: 'info', text: t('{name} answered. It is your model from now on.', { name: added.name }) })
      onClose()
    },
  })
  const list = () => {
    if (input.address !== '' && !input.address.includes('YOUR-')) check.mutate(input)
  }
  const models = check.data?.kind === 'works' ? check.data.models : []
  return (
    <form
      className="provider-key connect-form"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <div className="dialog-head">
        <IconButton icon="left" label={t('All ways to connect')} onClick={onBack} />
        <h2 className="grow">{t('Connect {name}', { name: begun.name })}</h2>
        <IconButton icon="close" label={t('Close')} onClick={onClose} />
      </div>
      <div className="dialog-body connect">
        <label>
          <span>{t('Address')}</span>
          <input
            ref={first}
            className="text-field mono"
            inputMode="url"
            placeholder="https://host/v1"
            autoComplete="off"
            spellCheck={false}
            value={address}
            onChange={(event) => {
              check.reset()
              setAddress(event.target.value)
            }}
            onBlur={list}
          />
        </label>
        <label>
          <span>{t('Key')}</span>
          <input
            className="text-field mono"
            type="password"
            autoComplete="off"
            spellCheck={false}
            maxLength={2_000}
            placeholder={
              keyVariable === undefined
                ? t('Empty if it needs none')
                : t('Empty: the one in {keyVariable}', { keyVariable })
            }
            value={key}
            onChange={(event) => setKey(event.target.value)}
            onBlur={list}
          />
        </label>
        <label>
          <span>{t('Model')}</span>
          <input
            className="text-field mono"
            list={id}
            autoComplete="off"
            spellCheck={false}
            placeholder={models.length > 0 ? t('Choose or type') : t('As the address calls it')}
            value={model}
            onChange={(event) => setModel(event.target.value)}
          />
          <datalist id={id}>
            {models.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <p className="connect-said" role="status" data-tone={check.data?.kind}>
          {check.isPending ? t('Asking for its models…') : check.data ? answerWords(check.data) : ''}
        </p>
        {models.length > 0 && model === '' ? (
          <div className="connect-uses">
            {models.slice(0, 6).map((name) => (
              <Button key={name} small onClick={() => setModel(name)}>
                {name}
              </Button>
            ))}
          </div>
        ) : null}
        {check.error ? <ErrorNotice error={check.error} /> : null}
        {save.error ? <ErrorNotice error={save.error} /> : null}
        <p className="provider-key-hint">
          {t(
            'Before it saves, Varve asks the model for one word. The key is stored encrypted on this computer. Prices and limits that the address doesn’t tell are shown as unknown.',
          )}
        </p>
      </div>
      <div className="dialog-foot">
        <span className="grow" />
        <Button look="bare" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          look="main"
          type="submit"
          disabled={save.isPending || input.address === '' || model.trim() === ''}
        >
          {save.isPending ? t('Testing…') : t('Test and save')}
        </Button>
      </div>
    </form>
  )
}

function answerWords(answer: EndpointView): string {
  switch (answer.kind) {
    case 'works':
      return answer.models.length === 0
        ? t('It answers, but lists no models. Type the name of one.')
        : t('It answers: {count} {count|model|models}.', { count: answer.models.length })
    case 'refused':
      return answer.status === 401 || answer.status === 403
        ? `${t('It needs a key, or a different one.')} ${answeredWords(answer)}`
        : answeredWords(answer)
    case 'unreached':
      return answer.said
    default:
      return answer satisfies never
  }
}

function answeredWords({ status, said }: { readonly status: number; readonly said: string }): string {
  return said === ''
    ? t('It answered {status}.', { status })
    : t('It answered {status}: {said}', { status, said })
}
