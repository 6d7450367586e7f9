import './api-keys.css'
import '../parts/text-field.css'
import type { ApiKeyView, CreateApiKeyRequest, NewApiKeyView } from '@varve/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { basePath } from '../api/address.ts'
import { keys } from '../api/keys.ts'
import { useWorkspaces } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { locale, rich, t } from '../i18n/t.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { formatMoney } from '../view-model/text/format.ts'
import { useCopy } from '../workbench/actions.ts'

/** The keys that other programs use Varve with: made, listed, revoked. */
export function ApiKeys() {
  const { data, error, refetch } = useQuery({ queryKey: keys.apiKeys, queryFn: routes.apiKeys, staleTime: 0 })
  const [isAdding, setAdding] = useState(false)
  const address = location.origin + basePath()
  const open = data?.filter(({ revokedAt }) => revokedAt === undefined) ?? []
  const revoked = data?.filter(({ revokedAt }) => revokedAt !== undefined) ?? []
  return (
    <section className="api-keys">
      <p className="switch-about">
        {rich(
          'Editors, scripts and other assistants can use Varve like OpenAI or Anthropic, under its guard. Give them a key and the address {openai} for OpenAI’s clients, {anthropic} for Anthropic’s.',
          { openai: <code>{address}/v1</code>, anthropic: <code>{address}</code> },
        )}{' '}
        <a href={`${basePath()}/api/docs`} target="_blank" rel="noreferrer">
          {t('All routes')}
        </a>
      </p>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data && open.length === 0 ? <p className="faint">{t('No API keys yet.')}</p> : null}
      <ul className="api-key-list" aria-label={t('API keys')}>
        {open.map((key) => (
          <ApiKey key={key.id} apiKey={key} />
        ))}
      </ul>
      {revoked.length > 0 ? (
        <details className="api-keys-revoked">
          <summary>{t('Revoked keys: {count}', { count: revoked.length })}</summary>
          <ul className="api-key-list">
            {revoked.map((key) => (
              <ApiKey key={key.id} apiKey={key} />
            ))}
          </ul>
        </details>
      ) : null}
      <div className="settings-buttons">
        <Button small onClick={() => setAdding(true)}>
          {t('New API key')}
        </Button>
      </div>
      {isAdding ? <NewApiKey onClose={() => setAdding(false)} /> : null}
    </section>
  )
}

function ApiKey({ apiKey }: { readonly apiKey: ApiKeyView }) {
  const { id, name, hint, access, workspaces, models, limitUSD, spentUSD, usedAt, revokedAt } = apiKey
  const client = useQueryClient()
  const { data: list } = useWorkspaces(workspaces !== undefined)
  const [isSure, setSure] = useState(false)
  const revoke = useMutation({
    mutationFn: () => routes.revokeApiKey(id),
    onSettled: () => client.invalidateQueries({ queryKey: keys.apiKeys }),
  })
  const nameOf = (one: string) => list?.workspaces.find((workspace) => workspace.id === one)?.name ?? one
  const reach = [
    access === 'read' ? t('Reads only') : t('Reads and writes'),
    workspaces ? workspaces.map(nameOf).join(', ') : t('All workspaces'),
    ...(access === 'read' ? [] : [models ? models.join(', ') : t('All models')]),
  ]
  return (
    <li className="api-key">
      <p className="api-key-name">
        <strong>{name}</strong> <code>…{hint}</code>
      </p>
      <p>{reach.join(' · ')}</p>
      <p className="faint">
        {usedAt === undefined ? t('Never used') : t('Last used {when}', { when: showMoment(usedAt) })}
        {' · '}
        {limitUSD === undefined
          ? t('{spent} spent', { spent: formatMoney(spentUSD) })
          : t('{spent} of {limit} spent', { spent: formatMoney(spentUSD), limit: formatMoney(limitUSD) })}
        {revokedAt === undefined ? null : ` · ${t('Revoked {when}', { when: showMoment(revokedAt) })}`}
      </p>
      {revokedAt !== undefined ? null : isSure ? (
        <div className="api-key-sure">
          <span>{t('Programs that use it stop working.')}</span>
          <Button small look="danger" disabled={revoke.isPending} onClick={() => revoke.mutate()}>
            {t('Revoke')}
          </Button>
          <Button small look="bare" onClick={() => setSure(false)}>
            {t('Cancel')}
          </Button>
        </div>
      ) : (
        <Button small look="bare" aria-label={t('Revoke {name}', { name })} onClick={() => setSure(true)}>
          {t('Revoke')}
        </Button>
      )}
      {revoke.error ? <ErrorNotice error={revoke.error} /> : null}
    </li>
  )
}

function showMoment(iso: string): string {
  return new Date(iso).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
}

/** What a new key is for; then the key itself, once. */
function NewApiKey({ onClose }: { readonly onClose: () => void }) {
  const [made, setMade] = useState<NewApiKeyView>()
  return (
    <Dialog title={made ? t('Your API key') : t('New API key')} forTyping onClose={onClose}>
      {made ? <MadeKey made={made} onClose={onClose} /> : <ScopeForm onMade={setMade} onClose={onClose} />}
    </Dialog>
  )
}

interface ScopeFormProps {
  readonly onMade: (made: NewApiKeyView) => void
  readonly onClose: () => void
}

function ScopeForm({ onMade, onClose }: ScopeFormProps) {
  const client = useQueryClient()
  const { data: list } = useWorkspaces(true)
  const [name, setName] = useState('')
  const [access, setAccess] = useState<'read' | 'write'>('write')
  const [workspaces, setWorkspaces] = useState<readonly string[]>([])
  const [models, setModels] = useState('')
  const [limit, setLimit] = useState('')
  const group = useId()
  const named = models.split(/[\s,]+/).filter((one) => one !== '')
  const limitUSD = Number(limit.replace(',', '.'))
  const isLimitWrong = limit.trim() !== '' && !(Number.isFinite(limitUSD) && limitUSD > 0)
  const make = useMutation({
    mutationFn: () =>
      routes.createApiKey({
        name: name.trim(),
        access,
        ...(workspaces.length > 0 ? { workspaces } : {}),
        ...(access === 'write' && named.length > 0 ? { models: named } : {}),
        ...(access === 'write' && limit.trim() !== '' ? { limitUSD } : {}),
      } satisfies CreateApiKeyRequest),
    onSuccess: (made) => {
      onMade(made)
      return client.invalidateQueries({ queryKey: keys.apiKeys })
    },
  })
  const isReady = name.trim() !== '' && !isLimitWrong && !make.isPending
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady) make.mutate()
  }
  return (
    <form className="api-key-form" onSubmit={submit}>
      <div className="dialog-body">
        <label>
          {t('Name')}
          <input
            className="text-field"
            autoComplete="off"
            maxLength={200}
            placeholder={t('What will use it')}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <fieldset>
          <legend>{t('Access')}</legend>
          {(['write', 'read'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name={group} checked={access === one} onChange={() => setAccess(one)} />
              {one === 'write'
                ? t('Read and write: it also asks models and changes notes and chats')
                : t('Read only: it searches and looks things up')}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>{t('Workspaces: all, or those you choose')}</legend>
          {(list?.workspaces ?? []).map(({ id, name: workspace }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={workspaces.includes(id)}
                onChange={({ target }) =>
                  setWorkspaces(target.checked ? [...workspaces, id] : workspaces.filter((one) => one !== id))
                }
              />
              {workspace}
            </label>
          ))}
        </fieldset>
        {access === 'write' ? (
          <>
            <label>
              {t('Models, one on each line; empty for all')}
              <textarea
                className="text-field api-key-models"
                rows={2}
                spellCheck={false}
                placeholder={'openai/*\noffline'}
                value={models}
                onChange={({ target }) => setModels(target.value)}
              />
            </label>
            <label>
              {t('Spending limit in US dollars; empty for none')}
              <input
                className="text-field"
                inputMode="decimal"
                autoComplete="off"
                placeholder="5"
                aria-invalid={isLimitWrong}
                value={limit}
                onChange={({ target }) => setLimit(target.value)}
              />
            </label>
            {isLimitWrong ? <p role="alert">{t('Enter an amount above 0, such as 5 or 0.50.')}</p> : null}
          </>
        ) : null}
        {make.error ? <ErrorNotice error={make.error} /> : null}
      </div>
      <div className="dialog-foot">
        <span className="grow" />
        <Button look="bare" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button look="main" type="submit" disabled={!isReady}>
          {t('Create key')}
        </Button>
      </div>
    </form>
  )
}

function MadeKey({ made, onClose }: { readonly made: NewApiKeyView; readonly onClose: () => void }) {
  const { copied, copy } = useCopy()
  return (
    <>
      <div className="dialog-body api-key-made">
        <p>{t('Copy it now: Varve keeps only its hash and can’t show it again.')}</p>
        <output aria-label={t('The key')}>{made.key}</output>
      </div>
      <div className="dialog-foot">
        <Button onClick={() => copy(made.key)}>{copied ? t('Copied') : t('Copy')}</Button>
        <span className="grow" />
        <Button look="main" onClick={onClose}>
          {t('Done')}
        </Button>
      </div>
    </>
  )
}
