import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useDefinitions } from '../api/definition-queries.ts'
import { useModels, useProviders } from '../api/model-queries.ts'
import { Icon } from '../parts/icon.tsx'
import { groupModels, listChoices, type ModelChoice } from '../view-model/models/group-models.ts'
import { moveIn } from '../view-model/text/move-in.ts'
import { ModelList } from './model-list.tsx'
import '../parts/list-search.css'
import { useChatSettings } from './use-chat-settings.ts'
import './model-picker.css'

/** With more than these a field to search in is worth its place. */
const SEARCHED_FROM = 8

interface ModelSurfaceProps {
  /** Those that are chosen now. */
  readonly picked: readonly string[]
  /** Whether choosing one leaves the others chosen. */
  readonly several: boolean
  /** Is not called for a model that cannot be asked. */
  readonly onPick: (choice: ModelChoice) => void
  /** What stands between the search and the list. */
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
  // The mark names a model, so it stays with it when the list changes; where that one is gone it goes to the first.
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
            aria-label="Search models"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={activeOption}
            aria-autocomplete="list"
            placeholder="Search models"
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
      {choices.length === 0 ? <p className="model-none">No model is called “{query}”.</p> : null}
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
