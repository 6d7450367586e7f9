import './chat-list.css'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ChatHitView, ChatsAmong, ReindexReport } from '@varve/contract'
import { routes } from '../api/routes.ts'
import { useChats, useFoundChats } from '../api/chat-lists.ts'
import { Icon } from '../parts/icon.tsx'
import { Button, IconButton } from '../parts/button.tsx'
import { Menu, MenuItem } from '../parts/menu.tsx'
import { useNow, useViewport } from '../parts/hooks.ts'
import { type ChatRow, chatRows, nextChatRow } from '../view-model/chats/chats.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { PartError } from '../workbench/part-error.tsx'
import { keys } from '../api/keys.ts'
import { useActions } from '../workbench/actions.ts'
import { type HighlightPiece, splitHighlights } from '../view-model/text/text.ts'
import { ChatRowView, TrashedRow } from './chat-row.tsx'
import { titleOf, useOpenChatHit } from '../workbench/use-chat-actions.ts'
import { rowWindow, scrollToRow } from '../view-model/text/rows.ts'
import { rich, t } from '../i18n/t.ts'

const ROW_HEIGHT = { wide: 28, phone: 44 } as const

/** As many rows before the end the next are asked for. */
const AHEAD = 40

const BACK: ReadonlySet<string> = new Set(['added', 'extended', 'copied'])

const MINUTE = 60_000

const PLACES = {
  current: { title: t('Chats'), empty: t('No chats yet.') },
  archived: { title: t('Archived'), empty: t('Nothing is archived.') },
  trashed: { title: t('Trash'), empty: t('The trash is empty.') },
} as const satisfies Record<ChatsAmong, { readonly title: string; readonly empty: string }>

/** The chats of the workspace: a field that searches them, the list by day, and what is archived or in the trash. */
export function ChatList() {
  const { state, dispatch, chatFile } = useWorkbench()
  const { chatsAmong: among } = state
  const setAmong = (next: ChatsAmong) => dispatch({ kind: 'chats-among', among: next })
  const [query, setQuery] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const intoList = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') root.current?.querySelector<HTMLElement>('.chat-link')?.focus()
    else if (event.key === 'Escape' && query !== '') setQuery('')
    else return
    event.preventDefault()
  }
  return (
    <div ref={root} className="chat-list">
      <div className="chat-list-head">
        <label className="chat-search">
          <Icon name="search" size={14} />
          <input
            type="search"
            aria-label={t('Search chats')}
            placeholder={t('Search chats')}
            value={query}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={intoList}
          />
        </label>
        <Menu
          label={t('Archived, trash, import')}
          button={<Icon name="more" size={14} />}
          buttonClass="icon-button small more"
        >
          <MenuItem command="current-chats" icon="chat" onSelect={() => setAmong('current')}>
            {t('Chats')}
          </MenuItem>
          <MenuItem command="archived-chats" icon="archive" onSelect={() => setAmong('archived')}>
            {t('Archived')}
          </MenuItem>
          <MenuItem command="trashed-chats" icon="trash" onSelect={() => setAmong('trashed')}>
            {t('Trash')}
          </MenuItem>
          <MenuItem command="import-chats" icon="import" onSelect={() => chatFile.current?.click()}>
            {t('Import chats…')}
          </MenuItem>
        </Menu>
      </div>
      {among === 'current' ? null : (
        <p className="chat-list-place">
          <b className="grow">{PLACES[among].title}</b>
          <IconButton small icon="close" label={t('Back to the chats')} onClick={() => setAmong('current')} />
        </p>
      )}
      {query.trim() === '' ? (
        <Listed key={among} among={among} />
      ) : (
        <FoundChats query={query.trim()} among={among} />
      )}
    </div>
  )
}

function Listed({ among }: { readonly among: ChatsAmong }) {
  const { newChat, chatId } = useWorkbench()
  const { chats, error, refetch, hasNextPage, more } = useChats(among)
  const now = useNow(MINUTE)
  const rows = useMemo(() => {
    // A chat that waits for its first message is not in the list yet, in whichever window that would be written.
    const listed = chats?.filter(({ id, unused }) => id !== newChat.id && (!unused || id === chatId)) ?? []
    return chatRows(listed, new Date(now))
  }, [chats, newChat.id, chatId, now])
  return (
    <>
      {error ? <PartError error={error} onRetry={() => void refetch()} /> : null}
      {chats && rows.length === 0 ? (
        <>
          <p className="chat-list-empty">{PLACES[among].empty}</p>
          {among === 'current' ? <UnlistedChats /> : null}
        </>
      ) : null}
      {rows.length === 0 ? (
        <span className="grow" />
      ) : (
        <ChatRows label={PLACES[among].title} rows={rows} hasMore={hasNextPage} onMore={more} />
      )}
    </>
  )
}

/** In a workspace without chats: chats found as files, and a way to import them. */
function UnlistedChats() {
  const { say, sayError } = useActions()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: keys.unlistedChats,
    queryFn: routes.unlistedChats,
    staleTime: 60_000,
  })
  const { mutate, isPending } = useMutation({
    mutationFn: routes.reindexChats,
    onSuccess: async (report) => {
      say({ tone: 'info', text: reindexWords(report) })
      await client.invalidateQueries({ queryKey: keys.chats })
      await client.invalidateQueries({ queryKey: keys.unlistedChats })
    },
    onError: (error) => sayError(t('Couldn’t restore the chats.'), error),
  })
  if (!data || data.files === 0) return null
  return (
    <div className="unlisted-chats">
      <p>
        {rich(
          '{folder} holds {count} {count|chat|chats} not listed here.',
          { folder: <code>Varve/chats</code> },
          { count: data.files },
        )}
      </p>
      <Button small disabled={isPending} onClick={() => mutate()}>
        {isPending ? t('Restoring…') : t('Restore chats')}
      </Button>
    </div>
  )
}

/** What became of files of chats, in one or two sentences. */
export function reindexWords({ files }: ReindexReport): string {
  const back = files.filter(({ outcome }) => BACK.has(outcome))
  const rebuilt = back.filter(({ state }) => state === 'rebuilt').length
  const failed = files.filter(({ outcome }) => outcome === 'unreadable')
  const [first] = failed
  return [
    back.length === 0
      ? t('No chat could be restored.')
      : t('{count} {count|chat|chats} restored.', { count: back.length }),
    ...(rebuilt > 0 ? [t('For {rebuilt}, the next request is rebuilt.', { rebuilt })] : []),
    ...(first
      ? [
          t('{count} {count|file|files} could not be read: {path}.', {
            count: failed.length,
            path: first.path,
          }),
        ]
      : []),
  ].join(' ')
}

interface FoundChatsProps {
  readonly query: string
  readonly among: ChatsAmong
}

/** Chats that answer to some words, in place of the list. */
function FoundChats({ query, among }: FoundChatsProps) {
  const { chatId } = useWorkbench()
  const openHit = useOpenChatHit()
  const { hits, answer } = useFoundChats(query, among)
  return (
    <div className="chat-rows">
      <p className="visually-hidden" role="status">
        {t('{count} {count|chat|chats} found', { count: hits.length })}
      </p>
      {hits.length === 0 ? (
        <p className="chat-list-empty">{t('No chat matches “{query}”.', { query })}</p>
      ) : null}
      <ul className="chat-hits" aria-label={t('Chats found')}>
        {hits.map((hit) => (
          <li key={hit.chat.id} className="chat-row">
            {hit.chat.trashedAt === undefined ? (
              <ChatRowView chat={hit.chat} current={hit.chat.id === chatId} onOpen={() => void openHit(hit)}>
                <HitWords hit={hit} />
              </ChatRowView>
            ) : (
              <TrashedRow chat={hit.chat} />
            )}
          </li>
        ))}
      </ul>
      {answer?.more ? (
        <p className="chat-list-empty">{t('There are more. Add a word to narrow the search.')}</p>
      ) : null}
      {answer?.waiting !== undefined ? (
        <p className="chat-list-empty">
          {t('{waiting} texts are still being read.', { waiting: answer.waiting })}
        </p>
      ) : null}
    </div>
  )
}

/** The title, and below it the newest passage. */
function HitWords({ hit }: { readonly hit: ChatHitView }) {
  const { chat, titleHighlights, passages } = hit
  const [passage] = passages
  return (
    <span className="chat-hit grow">
      <span className="cut">
        <Marked parts={splitHighlights(titleOf(chat), titleHighlights)} />
      </span>
      {passage ? (
        <small className="chat-snippet">
          <Marked parts={splitHighlights(passage.snippet, passage.highlights)} />
        </small>
      ) : null}
    </span>
  )
}

function Marked({ parts }: { readonly parts: readonly HighlightPiece[] }) {
  return parts.map(({ text, hit }, at) => (hit ? <b key={at}>{text}</b> : <span key={at}>{text}</span>))
}

interface ChatRowsProps {
  readonly label: string
  readonly rows: readonly ChatRow[]
  /** There are more. */
  readonly hasMore: boolean
  readonly onMore: () => void
}

/** Only the rows in view are in the page, and the one with the focus. Arrows go from chat to chat. */
function ChatRows({ label, rows, hasMore, onMore }: ChatRowsProps) {
  const { place, layout } = useWorkbench()
  const open = place.kind === 'chat' ? place.id : undefined
  const rowHeight = layout.sidebar === 'drawer' ? ROW_HEIGHT.phone : ROW_HEIGHT.wide
  const root = useRef<HTMLDivElement>(null)
  const view = useViewport(root)
  const [focused, setFocused] = useState<number>()
  const wanted = useRef<number>(undefined)
  const { first, end } = rowWindow({ count: rows.length, rowHeight, ...view })
  const drawn = withRow(first, end, focused !== undefined && focused < rows.length ? focused : undefined)
  useEffect(() => {
    if (hasMore && end > rows.length - AHEAD) onMore()
  })
  // A row can take the focus once it is in the page.
  useEffect(() => {
    if (wanted.current === undefined) return
    const row = root.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"] :is(a, button)`)
    wanted.current = undefined
    row?.focus({ preventScroll: true })
  })
  const goTo = (row: number) => {
    const list = root.current
    if (!list) return
    const { scrollTop, clientHeight: height } = list
    list.scrollTop = scrollToRow({ row, rowHeight, scrollTop, height })
    wanted.current = row
    setFocused(row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (by === undefined || event.defaultPrevented) return
    const next = nextChatRow(rows, focused ?? -1, by)
    if (next === undefined) return
    event.preventDefault()
    goTo(next)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from the links inside
    <div ref={root} className="chat-rows" onKeyDown={onKeyDown}>
      <ul aria-label={label} style={{ height: rows.length * rowHeight }}>
        {drawn.map((index) => {
          const row = rows[index]
          if (!row) return null
          return (
            <li
              key={row.kind === 'heading' ? `heading ${row.label}` : row.chat.id}
              data-row={index}
              className={row.kind === 'heading' ? 'chat-heading' : 'chat-row'}
              style={{ top: index * rowHeight, height: rowHeight }}
              aria-setsize={hasMore ? -1 : rows.length}
              aria-posinset={index + 1}
              onFocus={() => setFocused(index)}
            >
              {row.kind === 'heading' ? (
                <h2>{row.label}</h2>
              ) : row.chat.trashedAt === undefined ? (
                <ChatRowView chat={row.chat} current={row.chat.id === open} />
              ) : (
                <TrashedRow chat={row.chat} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function withRow(first: number, end: number, row: number | undefined): readonly number[] {
  const inView = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
  if (row === undefined || (row >= first && row < end)) return inView
  return row < first ? [row, ...inView] : [...inView, row]
}
