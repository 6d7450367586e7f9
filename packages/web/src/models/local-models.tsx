import './local-models.css'
import '../parts/text-field.css'
import type {
  InstalledModelView,
  LocalModelsView,
  ModelDownloadView,
  OfferedModelView,
} from '@varve/contract'
import {
  describeRefusal,
  LOCAL_MODEL_SETTING_ROWS,
  type LocalModelSettingName,
  type SettingRow,
} from '@varve/contract/tables/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { keys } from '../api/keys.ts'
import { useLocalModels, useModels } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { t } from '../i18n/t.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { Switch } from '../parts/switch.tsx'
import { formatBytes, formatTokens } from '../view-model/text/format.ts'
import { useActions } from '../workbench/actions.ts'
import { useChooseModels } from '../workbench/use-chosen-models.ts'

interface LocalModelsProps {
  /** A model was chosen to answer. */
  readonly onUse?: () => void
}

/** Models that Varve runs itself: those that are here, those on their way, those to get, and any file. */
export function LocalModels({ onUse }: LocalModelsProps) {
  const { data, error, refetch } = useLocalModels()
  const title = useId()
  return (
    <section className="local-models" aria-labelledby={title}>
      <h3 id={title}>{t('A model of your own')}</h3>
      <p className="switch-about">
        {t(
          'It runs on this computer: no key, no account, and no network once it is here. Your questions never leave it.',
        )}
        {data
          ? ` ${t('This computer has {memory} of memory; {disk} of disk are free.', {
              memory: formatBytes(data.machine.memory),
              disk: formatBytes(data.machine.disk),
            })}`
          : null}
      </p>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data ? <Lists models={data} {...(onUse ? { onUse } : {})} /> : null}
    </section>
  )
}

const GRADES: Readonly<Record<OfferedModelView['grade'], string>> = {
  small: t('Small'),
  medium: t('Medium'),
  large: t('Large'),
}

const FITS: Readonly<Record<OfferedModelView['fit'], readonly [look: string, words: string]>> = {
  fits: ['ok', t('Fits this computer')],
  tight: ['warn', t('Tight: close other programs first')],
  'too-large': ['danger', t('Too large for this computer')],
}

function Lists({ models, onUse }: LocalModelsProps & { readonly models: LocalModelsView }) {
  const { installed, downloads, offered, runtime, machine } = models
  const get = useGet(models)
  const isHere = (id: string) => installed.some((one) => one.id === id)
  const downloadOf = (id: string) => downloads.find((one) => one.id === id)
  const others = downloads.filter(({ id }) => !offered.some((one) => one.id === id))
  return (
    <>
      <RuntimeState models={models} />
      <ul className="local-list">
        {installed.map((model) => (
          <Installed key={model.id} model={model} isRunnable={runtime.state === 'ready'} onUse={onUse} />
        ))}
        {others.map((download) => (
          <li key={download.id}>
            <b className="cut">{download.name}</b>
            <Download download={download} />
          </li>
        ))}
        {offered
          .filter(({ id }) => !isHere(id))
          .map((model) => {
            const download = downloadOf(model.id)
            const { goodAt, languages } = model
            return (
              <li key={model.id}>
                <ModelHead name={model.name} fit={model.fit}>
                  <span className="tag">{GRADES[model.grade]}</span>
                </ModelHead>
                <p>{t(goodAt)}</p>
                <small>
                  {t('{size} to download, about {memory} of memory. {license}, {languages}.', {
                    size: formatBytes(model.size),
                    memory: formatBytes(model.memory),
                    license: model.license,
                    languages: t(languages),
                  })}
                </small>
                {download ? (
                  <Download download={download} />
                ) : model.size > machine.disk ? (
                  <p className="local-problem">
                    {t('Not enough disk space: {disk} are free.', { disk: formatBytes(machine.disk) })}
                  </p>
                ) : (
                  <div className="local-acts">
                    <Button
                      small
                      look={model.grade === 'medium' && model.fit === 'fits' ? 'main' : 'plain'}
                      disabled={get.isPending}
                      aria-label={t('Get {name}', { name: model.name })}
                      onClick={() => get.mutate(model.id)}
                    >
                      <Icon name="import" size={14} />
                      {model.fit === 'too-large' ? t('Get it anyway') : t('Get')}
                    </Button>
                  </div>
                )}
              </li>
            )
          })}
      </ul>
      {get.error ? <ErrorNotice error={get.error} /> : null}
      <OpenFile models={models} />
    </>
  )
}

interface ModelHeadProps {
  readonly name: string
  readonly fit: OfferedModelView['fit']
  readonly children?: ReactNode
}

function ModelHead({ name, fit, children }: ModelHeadProps) {
  const [look, words] = FITS[fit]
  return (
    <div className="local-head">
      <b className="cut">{name}</b>
      {children}
      <span className={`tag ${look}`}>{words}</span>
    </div>
  )
}

/** One click: the model, and what runs it where that isn't here yet. */
function useGet({ runtime }: LocalModelsView) {
  const renew = useRenew()
  return useMutation({
    mutationFn: async (model: string) => {
      await routes.getLocalModel(model)
      if (runtime.state !== 'ready') await routes.installModelRuntime()
    },
    onSettled: renew,
  })
}

function useRenew(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: keys.localModels })
}

/** What runs the models: said only where it isn't here. */
function RuntimeState({ models: { runtime, installed } }: { readonly models: LocalModelsView }) {
  const renew = useRenew()
  const fetchIt = useMutation({ mutationFn: routes.installModelRuntime, onSettled: renew })
  const size = formatBytes(runtime.size)
  const again = (
    <Button small disabled={fetchIt.isPending} onClick={() => fetchIt.mutate()}>
      {runtime.state === 'failed' ? t('Try again') : t('Fetch it')}
    </Button>
  )
  switch (runtime.state) {
    case 'ready':
      return null
    case 'installing':
      return (
        <div className="local-runtime" role="status">
          <p>{t('Fetching llama.cpp, which runs models: about {size}, once.', { size })}</p>
          <progress aria-label={t('Fetching llama.cpp')} />
        </div>
      )
    case 'failed':
      return (
        <Notice title={t('llama.cpp, which runs models, couldn’t be fetched.')}>
          <p>{runtime.problem?.message}</p>
          {again}
        </Notice>
      )
    case 'missing':
      return (
        <div className="local-runtime">
          <p>
            {t('With the first model Varve fetches llama.cpp, which runs it: about {size}, once.', { size })}
          </p>
          {installed.length > 0 ? again : null}
        </div>
      )
    default:
      return runtime.state satisfies never
  }
}

interface InstalledProps {
  readonly model: InstalledModelView
  readonly isRunnable: boolean
  readonly onUse: (() => void) | undefined
}

function Installed({ model, isRunnable, onUse }: InstalledProps) {
  const { id, modelId, name, size, memory, fit, quantization, kind, missing, path } = model
  const [asks, setAsks] = useState(false)
  const { data: known = [] } = useModels()
  const choose = useChooseModels()
  const renew = useRenew()
  const { say } = useActions()
  const removal = useMutation({ mutationFn: () => routes.removeLocalModel(id), onSettled: renew })
  const isAsked = kind === 'chat' && known.some((one) => one.id === modelId)
  const use = () => {
    choose([modelId])
    say({
      tone: 'info',
      text: t('{name} answers from now on. You can change that below the message.', { name }),
    })
    onUse?.()
  }
  const isInPlace = isWhole(path)
  const facts = [
    formatBytes(size),
    ...(quantization === undefined ? [] : [quantization]),
    t('about {memory} of memory', { memory: formatBytes(memory) }),
    ...(isInPlace ? [path] : []),
  ]
  return (
    <li>
      <ModelHead name={name} fit={fit}>
        <span className="tag accent">{isInPlace ? t('Opened') : t('Here')}</span>
      </ModelHead>
      <small>{facts.join(', ')}</small>
      {missing ? (
        <p className="local-problem">{t('Its file is no longer there. Put it back, or remove the model.')}</p>
      ) : null}
      {kind === 'embedding' ? (
        <p>{t('It writes no answers. Choose it in Settings, under Semantic search.')}</p>
      ) : null}
      {removal.error ? <ErrorNotice error={removal.error} /> : null}
      {asks ? (
        <div className="local-acts" role="group" aria-label={t('Remove {name}', { name })}>
          <span className="grow">{t('Delete its file of {size}?', { size: formatBytes(size) })}</span>
          <Button small look="danger" disabled={removal.isPending} onClick={() => removal.mutate()}>
            {t('Delete')}
          </Button>
          <Button small look="bare" onClick={() => setAsks(false)}>
            {t('Keep')}
          </Button>
        </div>
      ) : (
        <div className="local-acts">
          {isAsked && !missing ? (
            <Button small disabled={!isRunnable} onClick={use}>
              {t('Use {name}', { name })}
            </Button>
          ) : null}
          <Button
            small
            look="bare"
            disabled={removal.isPending}
            aria-label={t('Remove {name}', { name })}
            onClick={() => (isInPlace ? removal.mutate() : setAsks(true))}
          >
            {t('Remove')}
          </Button>
        </div>
      )}
    </li>
  )
}

function isWhole(path: string): boolean {
  return /^(?:\/|\\|[a-z]:)/i.test(path)
}

/** How far a download is, and what can be done about it. */
function Download({ download }: { readonly download: ModelDownloadView }) {
  const { id, name, state, received, size, problem } = download
  const renew = useRenew()
  const act = useMutation({
    mutationFn: (how: 'pause' | 'resume' | 'cancel'): Promise<unknown> => routes[`${how}Download`](id),
    onSettled: renew,
  })
  const isStopped = state === 'paused' || state === 'failed'
  return (
    <div className="local-download">
      <progress
        aria-label={t('Progress of {name}', { name })}
        {...(size === undefined ? {} : { value: received, max: size })}
      />
      <div className="local-acts">
        <span className="grow figures" role={state === 'running' ? undefined : 'status'}>
          {describeDownload(download)}
        </span>
        {state === 'checking' ? null : (
          <Button
            small
            disabled={act.isPending}
            aria-label={isStopped ? t('Resume {name}', { name }) : t('Pause {name}', { name })}
            onClick={() => act.mutate(isStopped ? 'resume' : 'pause')}
          >
            <Icon name={isStopped ? 'play' : 'pause'} size={14} />
            {isStopped ? t('Resume') : t('Pause')}
          </Button>
        )}
        <Button
          small
          look="bare"
          disabled={act.isPending}
          aria-label={t('Cancel {name}', { name })}
          onClick={() => act.mutate('cancel')}
        >
          {t('Cancel')}
        </Button>
      </div>
      {problem ? (
        <p className="local-problem" role="alert">
          {problem.message}
        </p>
      ) : null}
      {act.error ? <ErrorNotice error={act.error} /> : null}
    </div>
  )
}

/** `1.2 GB of 2.5 GB, 12.3 MB a second, about 2 min left`. */
export function describeDownload(download: ModelDownloadView): string {
  const { state, received, size, bytesPerSecond, from } = download
  const values = { received: formatBytes(received), size: formatBytes(size ?? 0), from }
  const amount = size === undefined ? t('{received} so far', values) : t('{received} of {size}', values)
  switch (state) {
    case 'waiting':
      return t('Waiting for another download')
    case 'checking':
      return t('Checking what came')
    case 'paused':
      return t('Paused: {amount}', { amount })
    case 'failed':
      return t('Stopped: {amount}', { amount })
    case 'running': {
      if (!bytesPerSecond) return t('{amount}, from {from}', { amount, from })
      const speed = formatBytes(bytesPerSecond)
      if (size === undefined) return t('{amount}, {speed} a second', { amount, speed })
      const seconds = (size - received) / bytesPerSecond
      return seconds < 90
        ? t('{amount}, {speed} a second, about {seconds} s left', {
            amount,
            speed,
            seconds: Math.ceil(seconds),
          })
        : t('{amount}, {speed} a second, about {minutes} min left', {
            amount,
            speed,
            minutes: Math.round(seconds / 60),
          })
    }
    default:
      return state satisfies never
  }
}

/** Any other model: a file of this computer, or one at an address. */
function OpenFile({ models }: { readonly models: LocalModelsView }) {
  const [typed, setTyped] = useState('')
  const field = useId()
  const renew = useRenew()
  const get = useGet(models)
  const open = useMutation({
    mutationFn: async (path: string) => {
      await routes.openLocalModel(path)
      if (models.runtime.state !== 'ready') await routes.installModelRuntime()
    },
    onSettled: renew,
  })
  const wanted = typed.trim().replace(/^"(.*)"$/, '$1')
  const isAddress = /^https?:/i.test(wanted)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const done = { onSuccess: () => setTyped('') }
    open.reset()
    get.reset()
    if (isAddress) get.mutate(wanted, done)
    else open.mutate(wanted, done)
  }
  const error = open.error ?? get.error
  return (
    <form className="local-open" onSubmit={submit}>
      <label htmlFor={field}>{t('Any other model, as a .gguf file')}</label>
      <div className="local-field">
        <input
          id={field}
          className="text-field mono"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('/path/to/model.gguf or https://…/model.gguf')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" disabled={wanted === '' || open.isPending || get.isPending}>
          {isAddress ? t('Get') : t('Open')}
        </Button>
      </div>
      {error ? <ErrorNotice error={error} /> : null}
    </form>
  )
}

/** How models of one's own run, and what they take now. */
export function LocalModelSettings() {
  const { data } = useLocalModels()
  if (!data) return null
  const { running, states } = data
  const loaded = data.installed.find(({ modelId }) => modelId === running?.modelId)
  return (
    <>
      <section>
        <h3>{t('How models of your own run')}</h3>
        <p className="switch-about">
          {running
            ? t(
                '{name} is in memory: {memory}, {threads} {threads|thread|threads}, room for {context} tokens, on {backend}.',
                {
                  name: loaded?.name ?? t('A model'),
                  memory: formatBytes(running.memory),
                  threads: running.threads,
                  context: formatTokens(running.context),
                  backend: BACKENDS[running.backend],
                },
              )
            : t('None is in memory now. The first question loads it.')}
        </p>
        {states ? (
          <p className="switch-about">
            {states.count === 0
              ? t('No chat states are saved.')
              : t(
                  '{count} {count|chat state is|chat states are} saved, {size}: those chats needn’t be read again.',
                  {
                    count: states.count,
                    size: formatBytes(states.bytes),
                  },
                )}
          </p>
        ) : null}
      </section>
      {LOCAL_MODEL_SETTING_ROWS.map(([name, row]) => (
        <LocalModelSetting key={name} name={name} row={row} models={data} />
      ))}
    </>
  )
}

const BACKENDS: Readonly<Record<NonNullable<LocalModelsView['running']>['backend'], string>> = {
  cpu: t('the processor'),
  metal: t('the graphics processor (Metal)'),
  cuda: t('the graphics processor (CUDA)'),
  vulkan: t('the graphics processor (Vulkan)'),
}

/** Defaults that are no numbers. */
const DEFAULTS: { readonly [Name in LocalModelSettingName]?: string } = {
  threads: t('one fewer than the cores'),
  memoryLimit: t('three quarters of the memory'),
}

interface LocalModelSettingProps {
  readonly name: LocalModelSettingName
  readonly row: SettingRow & { readonly default: string }
  readonly models: LocalModelsView
}

/** One control for each kind of setting; empty is the default. */
function LocalModelSetting({ name, row, models }: LocalModelSettingProps) {
  const kept = models.settings[name]
  const { label, help } = row
  const client = useQueryClient()
  const field = useId()
  const [typed, setTyped] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  const save = useMutation({
    scope: { id: 'local-models' },
    mutationFn: (value: string | number | null) => routes.changeLocalModels({ [name]: value }),
    onSuccess: (settings) => {
      setTyped(undefined)
      client.setQueryData<LocalModelsView>(keys.localModels, (now) => now && { ...now, settings })
      void client.invalidateQueries({ queryKey: keys.localModels })
    },
  })
  if (row.kind === 'switch')
    return (
      <section>
        <Switch
          label={t(label)}
          checked={(save.isPending ? save.variables : (kept ?? row.default)) === 'on'}
          onChange={(on) => save.mutate(on ? 'on' : 'off')}
        >
          <p>{t(help)}</p>
        </Switch>
        {save.error ? <ErrorNotice error={save.error} /> : null}
      </section>
    )
  const commit = () => {
    if (typed === undefined) return
    const value = typed.trim()
    const number = Number(value.replace(',', '.'))
    const isWrong = row.kind === 'number' && value !== '' && !isAllowed(number, row)
    setRefused(isWrong)
    if (isWrong) return
    if (value === String(kept ?? '')) return setTyped(undefined)
    save.mutate(value === '' ? null : row.kind === 'number' ? number : value)
  }
  return (
    <section className={row.kind === 'number' ? 'settings-row' : 'local-setting'}>
      <label htmlFor={field}>{t(label)}</label>
      <input
        id={field}
        className="text-field"
        inputMode={row.kind === 'number' ? 'decimal' : 'url'}
        autoComplete="off"
        spellCheck={false}
        placeholder={DEFAULTS[name] ?? row.default}
        aria-describedby={`${field}-help`}
        aria-invalid={isRefused}
        value={typed ?? String(kept ?? '')}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit()
        }}
      />
      <p id={`${field}-help`} className="switch-about">
        {t(help)}
      </p>
      {isRefused ? (
        <p className="local-problem" role="alert">
          {describeRefusal(row.label, row)}
        </p>
      ) : null}
      {save.error ? <ErrorNotice error={save.error} /> : null}
    </section>
  )
}

function isAllowed(number: number, row: Extract<SettingRow, { readonly kind: 'number' }>): boolean {
  return number >= row.minimum && number <= row.maximum && (!row.whole || Number.isInteger(number))
}

/** Says when a download has ended, wherever one is on the page by then. */
export function LocalModelNews() {
  const { data } = useLocalModels({ watches: true })
  const { say } = useActions()
  const choose = useChooseModels()
  const before = useRef(data)
  const tell = useEffectEvent((last: LocalModelsView, now: LocalModelsView) => {
    for (const { id } of last.downloads) {
      const model = now.installed.find((one) => one.id === id)
      if (model?.kind !== 'chat') continue
      const { name, modelId } = model
      say({
        tone: 'info',
        text: t('{name} is here.', { name }),
        action: { label: t('Use it'), run: () => choose([modelId]) },
      })
    }
  })
  useEffect(() => {
    if (before.current && data) tell(before.current, data)
    before.current = data
  }, [data])
  return null
}
