import '../parts/list-search.css'
import './model-picker.css'
import './model-list.css'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ModelView } from '@varve/contract'
import { useDefinitions, useModels, useProviders } from '../api/queries.ts'
import { Icon } from '../parts/icon.tsx'
import {
  groupModels,
  labelBeside,
  listChoices,
  type ModelChoice,
  type ModelGroup,
} from '../view-model/models/models.ts'
import { moveIn } from '../view-model/text/rows.ts'
import { useChatSettings } from './use-chat-settings.ts'
import { formatTokensShort } from '../view-model/text/format.ts'
import { t } from '../i18n/t.ts'

/** With more than these a field to search in is worth its place. */
const SEARCHED_FROM = 8

interface ModelSurfaceProps {
  /** Those that are chosen now. */
  readonly picked: readonly string[]
  /** Whether choosing one leaves the others chosen. */
  readonly several: boolean
  /** Is not called for a model that cannot be asked. */
  readonly onPick: (choice: ModelChoice) => void
  /** Content between the search field and the list. */
  readonly children?: ReactNode
}

/** A list of models to choose from: a search where it is long, the models in groups. */
export function ModelSurface({ picked, several, onPick, children }: ModelSurfaceProps) {
  const [current = ''] = picked
  const { data: models = [] } = useModels()
  const { data: providers = [] } = useProviders()
  const [query, setQuery] = useState('')
  const project = useProject()
  const groups = useMemo(
    () => groupModels({ models, providers, query, project }),
    [models, providers, query, project],
  )
  const choices = listChoices(groups)
  const [wanted, setWanted] = useState<string | undefined>(current)
  // The highlight follows its model when the list changes; if that is gone, it moves to the first.
  const active = choices.some(({ model }) => model.id === wanted) ? wanted : choices[0]?.model.id
  const listId = useId()
  const focused = useRef<HTMLInputElement & HTMLDivElement>(null)
  const reveal = (id: string) =>
    document.getElementById(`${listId}-${id}`)?.scrollIntoView({ block: 'nearest' })
  const begin = useEffectEvent(() => {
    focused.current?.focus()
    reveal(current)
  })
  useEffect(() => begin(), [])

  const pick = (choice: ModelChoice) => {
    if (choice.use !== 'no') onPick(choice)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = choices.findIndex(({ model }) => model.id === active)
    const next = moveIn(choices.length, at, event.key)
    const choice = choices[next ?? at]
    if (!choice) return
    if (next !== undefined) {
      setWanted(choice.model.id)
      reveal(choice.model.id)
    } else if (event.key === 'Enter') pick(choice)
    else return
    event.preventDefault()
  }
  const activeOption = active === undefined ? undefined : `${listId}-${active}`
  const isLong = models.length >= SEARCHED_FROM
  return (
    <>
      {isLong ? (
        <label className="list-search">
          <Icon name="search" size={14} />
          <input
            ref={focused}
            type="text"
            role="combobox"
            aria-label={t('Search models')}
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={activeOption}
            aria-autocomplete="list"
            placeholder={t('Search models')}
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </label>
      ) : null}
      {children}
      <ModelList
        id={listId}
        groups={groups}
        picked={picked}
        several={several}
        active={active}
        {...(isLong ? {} : { listRef: focused, onKeyDown })}
        onActive={setWanted}
        onPick={pick}
      />
      {choices.length === 0 ? (
        <p className="model-none">{t('No model matches “{query}”.', { query })}</p>
      ) : null}
    </>
  )
}

/** The project of the chat on screen, where it names models. */
function useProject(): { readonly name: string; readonly models: readonly string[] } | undefined {
  const { project: id } = useChatSettings().settings
  const { data = [] } = useDefinitions(id !== undefined)
  const project = data.find((one) => one.kind === 'project' && one.id === id && one.trusted)
  return useMemo(
    () => (project?.models?.length ? { name: project.name, models: project.models } : undefined),
    [project],
  )
}

interface ModelListProps {
  readonly id: string
  readonly groups: readonly ModelGroup[]
  /** Who answers now. */
  readonly picked: readonly string[]
  /** More than one can be chosen. */
  readonly several: boolean
  /** The item highlighted by the arrow keys. */
  readonly active: string | undefined
  /** Given where no field above holds the focus. */
  readonly listRef?: RefObject<HTMLDivElement | null>
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly onActive: (id: string) => void
  readonly onPick: (choice: ModelChoice) => void
}

/** The models in their groups: name, window, price. */
function ModelList(props: ModelListProps) {
  const { id, groups, active, several, listRef, onKeyDown } = props
  return (
    <>
      <p className="model-columns" aria-hidden="true">
        <span>{t('Window')}</span>
        <span>{t('$ per 1M, in / out')}</span>
      </p>
      <div
        ref={listRef}
        id={id}
        className="model-list"
        role="listbox"
        aria-label={t('Models')}
        aria-multiselectable={several ? true : undefined}
        tabIndex={listRef ? 0 : undefined}
        aria-activedescendant={listRef && active !== undefined ? `${id}-${active}` : undefined}
        onKeyDown={onKeyDown}
      >
        {groups.map((group) => (
          <div key={group.id} role="group" aria-label={group.title}>
            <p className="model-group" aria-hidden="true">
              {group.title}
            </p>
            {group.choices.map((choice) => (
              <ModelOption key={choice.model.id} choice={choice} {...props} />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

function ModelOption({ choice, ...list }: ModelListProps & { readonly choice: ModelChoice }) {
  const { model, use } = choice
  const isActive = list.active === model.id
  const isPicked = list.picked.includes(model.id)
  return (
    <div
      id={`${list.id}-${model.id}`}
      role="option"
      className={use === 'ready' ? 'model-option' : 'model-option later'}
      aria-selected={isPicked}
      aria-disabled={use === 'no' ? true : undefined}
      data-active={isActive ? true : undefined}
      // Keeps focus, and with it the surface, while the pointer goes down.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => {
        if (!isActive) list.onActive(model.id)
      }}
      onClick={() => list.onPick(choice)}
    >
      <span className={list.several ? 'model-check box' : 'model-check'}>
        {isPicked ? <Icon name="check" size={14} /> : null}
      </span>
      <span className="cut model-name">
        {model.name}
        {note(choice) ? <small> {note(choice)}</small> : null}
      </span>
      {use === 'key' ? <span className="tag">{t('Needs a key')}</span> : null}
      <span className="model-figures figures">
        <span>
          <Unseen words={t(', window of ')} />
          {model.unknown?.includes('window') ? t('unknown') : formatTokensShort(model.window)}
          <Unseen words={t(' tokens, ')} />
        </span>
        <span className={isFree(model) ? undefined : 'priced'}>
          {formatPrice(model)}
          {isFree(model) ? null : <Unseen words={t(' dollars for a million tokens, in and out')} />}
        </span>
      </span>
    </div>
  )
}

/** The note next to a name: why it is unavailable, else its server, else what the server says about it. */
function note({ model, use }: ModelChoice): string {
  if (use === 'no') return model.unavailable ?? t('Not available now')
  if (model.location === 'local') return model.providerName
  return model.location === 'offline' ? labelBeside(model) : ''
}

/** Words that the heads of the columns say to the eye. */
function Unseen({ words }: { readonly words: string }) {
  return <span className="visually-hidden">{words}</span>
}

/** Dollars for a million tokens, in and out: `$2 / $10`, or that it costs nothing. */
export function formatPrice({ price, unknown }: Pick<ModelView, 'price' | 'unknown'>): string {
  if (unknown?.includes('price')) return t('price unknown')
  if (!price || isFree({ price })) return t('free')
  return `${rate(price.input)} / ${rate(price.output)}`
}

function isFree({ price }: Pick<ModelView, 'price'>): boolean {
  return !price || (price.input === 0 && price.output === 0)
}

/** Price lists give up to three places; none are added, none are lost. */
function rate(dollars: number): string {
  const cents = dollars.toFixed(2)
  return `$${Number(cents) === dollars ? cents.replace(/\.00$/, '') : String(Number(dollars.toPrecision(4)))}`
}
