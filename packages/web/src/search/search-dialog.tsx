import { useEffect, useId, useRef } from 'react'
import { useIndex } from '../api/workspace-queries.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { ErrorNotice } from '../parts/notice.tsx'
import { optionKey } from '../shell/key-names.ts'
import { indexWords } from '../view-model/files/index-words.ts'
import { SearchOption } from './search-option.tsx'
import type { SearchResult } from './search-results.ts'
import { HITS_SHOWN, type SearchDialogState, useSearchDialog } from './use-search-dialog.ts'
import './search-dialog.css'

interface SearchDialogProps {
  readonly query: string
  readonly onClose: () => void
}

/** Finds passages of files, and chats by what was asked and answered in them. Focus stays in the field; arrows move the mark. */
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
    <Dialog label="Search" place="center" onClose={onClose}>
      <SearchField state={state} listId={id} activeId={activeId} />
      {state.search.error && state.query.trim() !== '' ? <ErrorNotice error={state.search.error} /> : null}
      <Understood state={state} />
      {state.isEmpty ? <p className="search-said">There are no files and no chats here yet.</p> : null}
      <div id={id} className="search-list" role="listbox" aria-label="Found" aria-busy={state.isOld}>
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
        aria-label="Search notes, files and chats"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        placeholder="Search notes, files and chats"
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
  if (query.trim() === '' || !search.data) return null
  const { hits, notes, unchanged, incomplete } = search.data
  return (
    <>
      {incomplete ? (
        <p className="search-said">
          {asSentence(indexWords(index) ?? 'Files are still being read')} More may be found later.
        </p>
      ) : null}
      {notes.map((note) => (
        <p key={note} className="search-said">
          {note}
        </p>
      ))}
      {hits.length === 0 && !search.isPlaceholderData ? (
        <p className="search-said">{unchanged ? 'Nothing changed in that time.' : 'Not in your notes.'}</p>
      ) : null}
    </>
  )
}

/** What failed is told in whole sentences, how far it is in a few words. */
function asSentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`
}

function SearchFoot({ state: { search, query, groups, isOld } }: { readonly state: SearchDialogState }) {
  const listed = groups.flatMap(({ results }) => results)
  const passages = listed.filter((result) => result.kind === 'hit' && !result.hit.linked).length
  const count = query.trim() === '' || !search.data ? undefined : passages
  const areBest = search.data?.hits.length === HITS_SHOWN
  const noun = count === 1 ? 'passage' : areBest ? 'best passages' : 'passages'
  return (
    <div className="search-foot">
      <span className="search-keys" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd> move <kbd>⏎</kbd> open <kbd>{`${optionKey()} ⏎`}</kbd> attach
      </span>
      <span className="figures" role="status">
        {isOld || count === undefined ? '' : `${count} ${noun}`}
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
    case 'ask':
      return 'ask'
    default:
      return result satisfies never
  }
}
