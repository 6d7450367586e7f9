import './search-dialog.css'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useIndex, useRecentFiles, useSearch } from '../api/queries.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { optionKey } from '../workbench/use-shortcuts.ts'
import { indexWords } from '../view-model/files/file-names.ts'
import { findCommands, recentCommands, rememberCommand, useCommands } from './commands.ts'
import { SearchOption } from './search-option.tsx'
import { groupResults, hitSpot, resultPath, type SearchGroup, type SearchResult } from './search-results.ts'
import { useChats, useFoundChats } from '../api/chat-lists.ts'
import { useDebounced } from '../parts/hooks.ts'
import { useOpenChatHit } from '../workbench/use-chat-actions.ts'
import { moveIn } from '../view-model/text/rows.ts'
import { withText } from '../view-model/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { draftOf, NEW_CHAT } from '../workbench/workbench-state.ts'
import { rich, t } from '../i18n/t.ts'

const WAIT_MILLISECONDS = 120

/** More passages than this are not asked for. */
const HITS_SHOWN = 20

interface SearchDialogProps {
  readonly query: string
  readonly onClose: () => void
}

/** Everything in one list: commands, passages of files, chats by what was asked and answered in them, models, settings. Focus stays in the field; arrows move the mark. */
export function SearchDialog({ query, onClose }: SearchDialogProps) {
  const state = useSearchDialog(query, onClose)
  const id = useId()
  const { groups, active } = state
  const results = groups.flatMap((group) => group.results)
  const activeId = active ? `${id}-${results.indexOf(active)}` : undefined
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <Dialog label={t('Search')} place="center" onClose={onClose}>
      <SearchField state={state} listId={id} activeId={activeId} />
      {state.search.error && state.query.trim() !== '' ? <ErrorNotice error={state.search.error} /> : null}
      <Understood state={state} />
      {state.isEmpty ? <p className="search-said">{t('There are no files and no chats here yet.')}</p> : null}
      <div id={id} className="search-list" role="listbox" aria-label={t('Found')} aria-busy={state.isOld}>
        {groups.map((group, at) => (
          <div key={group.label} role="group" aria-labelledby={`${id}-group-${at}`}>
            <div id={`${id}-group-${at}`} className="search-group" role="presentation">
              {group.label}
            </div>
            {group.results.map((result) => {
              const index = results.indexOf(result)
              return (
                <SearchOption
                  key={keyOf(result, index)}
                  id={`${id}-${index}`}
                  result={result}
                  active={result === active}
                  attached={state.attached}
                  onPoint={() => state.setActive(result)}
                  onChoose={() => state.choose(result)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <SearchFoot state={state} />
    </Dialog>
  )
}

interface SearchFieldProps {
  readonly state: SearchDialogState
  readonly listId: string
  readonly activeId: string | undefined
}

function SearchField({ state, listId, activeId }: SearchFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <div className="search-field">
      <Icon name="search" />
      <input
        ref={field}
        role="combobox"
        aria-label={t('Search notes, chats and commands')}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        placeholder={t('Search notes, chats and commands')}
        spellCheck={false}
        autoComplete="off"
        value={state.query}
        onChange={(event) => state.setQuery(event.target.value)}
        onKeyDown={state.onKeyDown}
      />
      <kbd>Esc</kbd>
    </div>
  )
}

/** How the words were taken, and whether the answer may not be whole. */
function Understood({ state: { search, query } }: { readonly state: SearchDialogState }) {
  const index = useIndex()
  if (query.trim() === '' || query.startsWith('>') || !search.data) return null
  const { hits, notes, unchanged, incomplete } = search.data
  return (
    <>
      {incomplete ? (
        <p className="search-said">
          {asSentence(indexWords(index) ?? t('Files are still being read'))} {t('More results may follow.')}
        </p>
      ) : null}
      {notes.map((note) => (
        <p key={note} className="search-said">
          {note}
        </p>
      ))}
      {hits.length === 0 && !search.isPlaceholderData ? (
        <p className="search-said">
          {unchanged ? t('No notes changed in that period.') : t('Not in your notes.')}
        </p>
      ) : null}
    </>
  )
}

/** Errors are whole sentences, progress is a few words. */
function asSentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`
}

function SearchFoot({ state: { search, query, groups, isOld } }: { readonly state: SearchDialogState }) {
  const listed = groups.flatMap(({ results }) => results)
  const passages = listed.filter((result) => result.kind === 'hit' && !result.hit.linked).length
  const count = query.trim() === '' || query.startsWith('>') || !search.data ? undefined : passages
  const areBest = search.data?.hits.length === HITS_SHOWN
  return (
    <div className="search-foot">
      <span className="search-keys" aria-hidden="true">
        {rich('{key}{key2} move {key3} open {key4} attach {key5} commands only', {
          key: <kbd>↑</kbd>,
          key2: <kbd>↓</kbd>,
          key3: <kbd>⏎</kbd>,
          key4: <kbd>{`${optionKey()} ⏎`}</kbd>,
          key5: <kbd>&gt;</kbd>,
        })}
      </span>
      <span className="figures" role="status">
        {isOld || count === undefined
          ? ''
          : t(areBest ? '{count} {count|passage|best passages}' : '{count} {count|passage|passages}', {
              count,
            })}
      </span>
    </div>
  )
}

function keyOf(result: SearchResult, index: number): string {
  switch (result.kind) {
    case 'hit':
      return `hit ${result.hit.path} ${result.hit.lines.join()} ${index}`
    case 'file':
      return `file ${result.file.path}`
    case 'chat':
      return `chat ${result.found.chat.id}`
    case 'command':
      return `command ${result.command.group} ${result.command.id}`
    case 'ask':
      return 'ask'
    default:
      return result satisfies never
  }
}

interface SearchDialogState {
  readonly query: string
  readonly setQuery: (query: string) => void
  readonly groups: readonly SearchGroup[]
  readonly active: SearchResult | undefined
  readonly setActive: (result: SearchResult) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly choose: (result: SearchResult) => void
  readonly attached: ReadonlySet<string>
  readonly search: ReturnType<typeof useSearch>
  /** What is shown answers to other words than those in the field. */
  readonly isOld: boolean
  /** There is nothing that could be found. */
  readonly isEmpty: boolean
}

/** What the search knows and does: the words, what was found, and where the mark is. */
function useSearchDialog(initial: string, onClose: () => void): SearchDialogState {
  const [query, setWords] = useState(initial)
  const [at, setAt] = useState(0)
  const wanted = query.trim()
  const asked = useDebounced(wanted, WAIT_MILLISECONDS)
  const search = useSearch(asked.startsWith('>') ? '' : asked, HITS_SHOWN)
  const { newChat } = useWorkbench()
  const { data: recent } = useRecentFiles()
  const { chats: allChats } = useChats()
  const { hits: foundChats } = useFoundChats(wanted, 'current')
  const commands = useCommands()
  const groups = useMemo(() => {
    const chats = allChats?.filter(({ id }) => id !== newChat.id) ?? []
    const hits = search.data?.hits ?? []
    return groupResults({
      query: wanted,
      hits,
      recent: recent ?? [],
      chats,
      foundChats,
      commands: findCommands(commands, { query: wanted, recent: recentCommands() }),
    })
  }, [wanted, search.data, recent, allChats, foundChats, newChat.id, commands])
  const results = useMemo(() => groups.flatMap((group) => group.results), [groups])
  const active = results[Math.min(at, results.length - 1)]
  const { choose, ask, attach, attached } = useResultActions(onClose)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveIn(results.length, Math.min(at, results.length - 1), event.key)
    if (next !== undefined) setAt(next)
    else if (event.key === 'Enter') {
      const path = resultPath(active)
      if (event.altKey && path !== undefined) attach(path)
      else if ((event.metaKey || event.ctrlKey) && wanted !== '') ask(wanted)
      else if (active) choose(active)
    } else if (!((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k')) return
    event.preventDefault()
  }
  return {
    query,
    setQuery: (text) => {
      setWords(text)
      setAt(0)
    },
    groups,
    active,
    setActive: (result) => setAt(results.indexOf(result)),
    onKeyDown,
    choose,
    attached,
    search,
    isOld: wanted !== asked || search.isPlaceholderData,
    isEmpty: wanted === '' && groups.length === 0 && recent !== undefined && allChats !== undefined,
  }
}

function useResultActions(onClose: () => void) {
  const { chatId, state, dispatch, startChat, openFile, composer } = useWorkbench()
  const openChatHit = useOpenChatHit()
  const chat = chatId ?? NEW_CHAT
  const ask = (text: string) => {
    startChat()
    dispatch({ kind: 'draft', chat: NEW_CHAT, draft: withText(draftOf(state, NEW_CHAT), text) })
    onClose()
    // The composer may only now come into the page.
    requestAnimationFrame(() => composer.current?.focus())
  }
  const choose = (result: SearchResult) => {
    onClose()
    switch (result.kind) {
      case 'hit':
        return openFile(result.hit.path, hitSpot(result.hit))
      case 'file':
        return openFile(result.file.path)
      case 'chat':
        return void openChatHit(result.found)
      case 'command':
        rememberCommand(result.command.id)
        return result.command.run()
      case 'ask':
        return ask(result.text)
      default:
        return result satisfies never
    }
  }
  const attach = (path: string) => dispatch({ kind: 'attach', chat, item: path })
  const attached: ReadonlySet<string> = new Set(
    draftOf(state, chat).attach.filter((each): each is string => typeof each === 'string'),
  )
  return { ask, choose, attach, attached }
}
