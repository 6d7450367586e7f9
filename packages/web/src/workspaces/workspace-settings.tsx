import '../parts/text-field.css'
import './workspace-settings.css'
import type { Embeddings, IndexView, InstructionView, WorkspaceView } from '@varve/contract'
import {
  type SettingRow,
  WORKSPACE_SETTING_ROWS,
  type WorkspaceSettingName,
} from '@varve/contract/tables/settings'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { keys } from '../api/keys.ts'
import { useIndex, useInstructions, useLocalModels, useStatistics } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { Button } from '../parts/button.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { Switch } from '../parts/switch.tsx'
import { formatBytes } from '../view-model/text/format.ts'
import { useActions } from '../workbench/actions.ts'
import { t } from '../i18n/t.ts'

const TAGS = {
  trusted: { look: 'tag', words: t('Trusted') },
  changed: { look: 'tag', words: t('Changed since') },
  untrusted: { look: 'tag warn', words: t('Not trusted') },
} as const

/** A vector of the built-in model on disk. */
const BYTES_EACH = 2_048

/** On a usual machine, in milliseconds. */
const TIME_EACH = 75

interface WorkspaceRowsProps {
  readonly workspace: WorkspaceView
  /** Those about the files in its folder, or all others. */
  readonly about: 'folder' | 'context'
}

/** The settings of a workspace, from the table of settings. */
export function WorkspaceRows({ workspace, about }: WorkspaceRowsProps) {
  if (about === 'folder' && workspace.root === undefined) return null
  return WORKSPACE_SETTING_ROWS.filter(([, row]) => (about === 'folder') === (row.folderOnly ?? false)).map(
    ([name, row]) => <WorkspaceSetting key={name} name={name} row={row} workspace={workspace} />,
  )
}

/** Search by what is meant, with what it takes. */
export function ByMeaning() {
  const client = useQueryClient()
  const embeddings = useIndex()?.embeddings
  const { data: statistics } = useStatistics()
  const { data: local } = useLocalModels()
  const id = useId()
  const { mutate, isPending, variables, error } = useMutation({
    scope: { id: 'embeddings' },
    mutationFn: (choice: Embeddings) => routes.setEmbeddings(choice),
    onSuccess: (status) => client.setQueryData(keys.index, status),
  })
  const models = (local?.installed ?? []).filter(({ kind }) => kind === 'embedding')
  const used = models.find(({ modelId }) => embeddings?.embedder.split(' ')[0] === modelId)
  const saved = embeddings === undefined ? 'off' : (used?.modelId ?? 'built-in')
  const chosen = isPending ? variables : saved
  const isOn = chosen !== 'off'
  const words = embeddingWords(embeddings)
  return (
    <section>
      <Switch label={t('Semantic search')} checked={isOn} onChange={(on) => mutate(on ? 'built-in' : 'off')}>
        <p>
          {t(
            'Search also finds passages that say the same in other words. A small model runs on this machine, the built-in one for English; nothing is sent anywhere.',
          )}{' '}
          {isOn ? null : embeddingCost(statistics?.passages)}
        </p>
      </Switch>
      {isOn && models.length > 0 ? (
        <div className="settings-row">
          <label htmlFor={id}>{t('Model for semantic search')}</label>
          <select
            id={id}
            className="text-field"
            value={chosen}
            onChange={(event) => mutate(event.target.value as Embeddings)}
          >
            <option value="built-in">{t('Built-in, English')}</option>
            {models.map(({ modelId, name }) => (
              <option key={modelId} value={modelId}>
                {name}
              </option>
            ))}
          </select>
        </div>
      ) : null}
      <div className="by-meaning-state" role="status">
        {isOn && words !== undefined ? <p data-state={embeddings?.state}>{words}</p> : null}
      </div>
      {isOn && embeddings && embeddings.state !== 'ready' && embeddings.state !== 'failed' ? (
        <progress
          aria-label={t('Progress of semantic search')}
          value={embeddings.vectorsDone}
          max={Math.max(embeddings.vectorsTotal, 1)}
        />
      ) : null}
      {error ? <ErrorNotice error={error} /> : null}
    </section>
  )
}

function WorkspaceSetting(props: WorkspaceSwitchProps) {
  const { row } = props
  return row.kind === 'choice' ? (
    <WorkspaceChoice {...props} choices={row.choices} />
  ) : (
    <WorkspaceSwitch {...props} />
  )
}

interface WorkspaceChoiceProps extends WorkspaceSwitchProps {
  readonly choices: Readonly<Record<string, string>>
}

function WorkspaceChoice({ name, row, workspace, choices }: WorkspaceChoiceProps) {
  const client = useQueryClient()
  const id = useId()
  const { mutate, error } = useMutation({
    mutationFn: (value: string) => routes.changeWorkspace({ [name]: value }),
    onSuccess: (settings) =>
      client.setQueryData<WorkspaceView>(keys.workspace, (now) => now && { ...now, settings }),
  })
  return (
    <section className="settings-row">
      <label htmlFor={id}>{t(row.label)}</label>
      <select
        id={id}
        className="text-field"
        value={workspace.settings[name]}
        onChange={(event) => mutate(event.target.value)}
      >
        {Object.entries(choices).map(([value, words]) => (
          <option key={value} value={value}>
            {t(words)}
          </option>
        ))}
      </select>
      <p className="switch-about">{t(row.help)}</p>
      {error ? <ErrorNotice error={error} /> : null}
    </section>
  )
}

interface WorkspaceSwitchProps {
  readonly name: WorkspaceSettingName
  readonly row: SettingRow
  readonly workspace: WorkspaceView
}

function WorkspaceSwitch({ name, row, workspace }: WorkspaceSwitchProps) {
  const client = useQueryClient()
  const { isOn, change, error } = useSwitched({
    name,
    isOn: workspace.settings[name] === 'on',
    save: (on) => routes.changeWorkspace({ [name]: on ? 'on' : 'off' }),
    onSaved: (settings) =>
      client.setQueryData<WorkspaceView>(keys.workspace, (now) => now && { ...now, settings }),
  })
  return (
    <section>
      <Switch label={t(row.label)} checked={isOn} onChange={change}>
        <p>{t(row.help)}</p>
      </Switch>
      {error ? <ErrorNotice error={error} /> : null}
    </section>
  )
}

interface SwitchOptions<T> {
  readonly name: string
  /** As the server has it. */
  readonly isOn: boolean
  readonly save: (on: boolean) => Promise<T>
  readonly onSaved: (saved: T) => void
}

interface Switched {
  /** As it was switched last, also while that is on its way. */
  readonly isOn: boolean
  readonly change: (on: boolean) => void
  readonly error: unknown
}

/** A switch whose changes are saved one after the other: the last one holds, whichever answer is late. */
function useSwitched<T>({ name, isOn, save, onSaved }: SwitchOptions<T>): Switched {
  const { mutate, isPending, variables, error } = useMutation({
    scope: { id: `switch ${name}` },
    mutationFn: save,
    onSuccess: onSaved,
  })
  return { isOn: isPending ? variables : isOn, change: mutate, error }
}

/** The cost of semantic search for this many passages; undefined until they are counted. */
export function embeddingCost(passages: number | undefined): string | undefined {
  if (passages === undefined) return undefined
  const minutes = Math.ceil((passages * TIME_EACH) / 60_000)
  const time = minutes <= 1 ? t('up to a minute') : t('about {count} minutes', { count: minutes })
  return t(
    'For the {passages} {passages|passage|passages} here: about {size} of disk, and {time} once, in the background.',
    { passages, size: formatBytes(passages * BYTES_EACH), time },
  )
}

/** How far it is, in words. */
export function embeddingWords(embeddings: IndexView['embeddings']): string | undefined {
  if (!embeddings) return undefined
  const { state, vectorsDone, vectorsTotal, failure } = embeddings
  const count = t('{done} of {total} {total|passage|passages}', { done: vectorsDone, total: vectorsTotal })
  switch (state) {
    case 'waiting':
      return t('Waiting for files to be read: {count}.', { count })
    case 'embedding':
      return t('Preparing passages: {count}.', { count })
    case 'ready':
      return vectorsTotal === 1
        ? t('The one passage is ready.')
        : t('All {total} passages are ready.', { total: vectorsTotal })
    case 'failed':
      return failure ?? t('The model couldn’t be started. Search still works by words.')
    default:
      return state satisfies never
  }
}

/** The files that models follow, and whether they are trusted. */
export function InstructionSettings() {
  const { data, error, refetch } = useInstructions()
  const title = useId()
  return (
    <section className="instructions" aria-labelledby={title}>
      <h3 id={title}>{t('Instructions')}</h3>
      <p className="switch-about">
        {t(
          'Models follow these files once you trust them. What you write in Varve is trusted. A trusted file stays trusted while you edit it, and shows “Changed since”. If a tool, an import or a saved answer changes it, it is inactive until you trust it again.',
        )}
      </p>
      {error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <p className="switch-about">{t('None yet.')}</p> : null}
      <ul>
        {data?.map((file) => (
          <Instruction key={file.path} file={file} />
        ))}
      </ul>
    </section>
  )
}

function Instruction({ file }: { readonly file: InstructionView }) {
  const client = useQueryClient()
  const {
    openFile,
    memory: { changes },
  } = useActions()
  const { path, trust } = file
  const change = useMutation({
    mutationFn: (trusted: boolean) => changes.track(routes.trustInstruction(file, trusted)),
    onSettled: async () => {
      for (const queryKey of [keys.instructions, keys.definitions, keys.memory, keys.forecast])
        await client.invalidateQueries({ queryKey })
    },
  })
  const { look, words } = TAGS[trust]
  return (
    <li>
      <div className="instruction">
        <button type="button" className="grow cut instruction-path" onClick={() => openFile(path)}>
          {path}
        </button>
        <span className={look}>{words}</span>
        {trust === 'trusted' ? null : (
          <Button
            small
            disabled={change.isPending}
            aria-label={t('Trust {path}', { path })}
            onClick={() => change.mutate(true)}
          >
            {t('Trust')}
          </Button>
        )}
        {trust === 'untrusted' ? null : (
          <Button
            small
            look="bare"
            disabled={change.isPending}
            aria-label={t('Stop trusting {path}', { path })}
            onClick={() => change.mutate(false)}
          >
            {t('Revoke')}
          </Button>
        )}
      </div>
      {change.error ? <ErrorNotice error={change.error} /> : null}
    </li>
  )
}
