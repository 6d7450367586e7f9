import './context-row.css'
import type { Attachable, ChatView, KeptView, TurnView } from '@varve/contract'
import type { MouseEvent, ReactNode } from 'react'
import { Chip } from '../parts/chip.tsx'
import type { DraftChip } from '../view-model/composer/draft-chips.ts'
import { useActions } from '../workbench/actions.ts'
import { attachableId, type ContextMark, type Draft } from '../view-model/draft.ts'
import { type PendingUpload, thumbnailOf, type Uploads } from './use-intake.ts'
import { useKeyName } from '../api/use-key-name.ts'
import { SplitName } from '../parts/file-name.tsx'
import { keyLabel } from '../view-model/composer/describe-attachment.ts'
import { type KeptMark, useKept } from './use-kept.ts'
import { formatShare, formatTokensShort } from '../view-model/text/format.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Popover } from '../parts/menu.tsx'
import { t } from '../i18n/t.ts'
import { keyParts, splitPath } from '../view-model/files/file-names.ts'

const MARKS = [
  { mark: 'essential', label: t('Essential'), about: t('stays whole') },
  { mark: undefined, label: t('Normal'), about: t('shortened when space runs out') },
  { mark: 'optional', label: t('Optional'), about: t('goes first') },
] as const

interface ContextRowProps {
  /** The note that was opened last, which does not come along yet. */
  readonly offered: string | undefined
  readonly chips: readonly DraftChip[]
  readonly uploads: Uploads
  readonly chat: ChatView | undefined
  /** Kept notes that have another text now, by key, and the way to bring it along. */
  readonly changed: readonly string[]
  readonly onRenew: (keys: readonly string[]) => void
  readonly onRemove: (item: Attachable) => void
  readonly onInsert: (item: Extract<Attachable, { kind: 'paste' }>) => void
  readonly marks: Draft['marks']
  /** What Varve found by itself. */
  readonly passages: ReactNode
  readonly onMark: (item: Attachable, mark: ContextMark | undefined) => void
}

/** What the next message brings along: chips for this turn, and what the chat keeps. */
export function ContextRow(props: ContextRowProps) {
  const {
    offered,
    chips,
    uploads,
    chat,
    changed,
    onRenew,
    onRemove,
    onInsert,
    marks = {},
    onMark,
    passages,
  } = props
  const { dispatch, openPreview } = useActions()
  const moveFocus = useFocusAfterRemoval()
  const kept = chat?.kept ?? []
  const forgotten = chat?.forgotten ?? []
  const count =
    chips.length +
    uploads.pending.length +
    forgotten.length +
    (passages === null ? 0 : 1) +
    (offered === undefined ? 0 : 1)
  if (count + kept.length === 0) return null
  const remove = ({ item }: DraftChip) =>
    item === undefined ? dispatch({ kind: 'active-note', path: undefined }) : onRemove(item)
  const removal = (chip: DraftChip) => (event: MouseEvent) => {
    moveFocus(event)
    remove(chip)
  }
  return (
    <div className="context-row" role="group" aria-label={t('Context of the next message')}>
      {count === 0 ? null : (
        <div className="chips">
          {chips.map((chip) => {
            const { id, kind, label, title, note, look, path, item, isByItself } = chip
            const mark = item === undefined ? undefined : marks[attachableId(item)]
            return (
              <Chip
                key={id}
                kind={kind}
                picture={thumbnailOf(item)}
                label={label}
                title={title}
                look={look}
                note={note}
                mark={mark}
                marker={
                  item === undefined ? null : (
                    <MarkMenu title={title} mark={mark} onMark={(next) => onMark(item, next)} />
                  )
                }
                onOpen={path === undefined ? undefined : () => openPreview({ path })}
                action={
                  typeof item === 'object' && item.kind === 'paste'
                    ? { label: t('Insert as text'), run: () => onInsert(item) }
                    : undefined
                }
                onRemove={isByItself ? undefined : removal(chip)}
              />
            )
          })}
          {passages}
          {offered === undefined ? null : <OfferedChip path={offered} />}
          {uploads.pending.map((upload) => (
            <UploadChip key={upload.id} upload={upload} uploads={uploads} />
          ))}
          {forgotten.map(({ key, title }) => (
            <ForgottenChip key={key} path={key} title={title} />
          ))}
        </div>
      )}
      <KeptMenu kept={kept} changed={changed} onRenew={onRenew} lastTurn={chat?.turns.at(-1)} />
    </div>
  )
}

/** The note that was opened last: a click takes it along. */
function OfferedChip({ path }: { readonly path: string }) {
  const { dispatch, composer } = useActions()
  const take = () => {
    dispatch({ kind: 'active-note', path })
    composer.current?.focus()
  }
  return (
    <span className="chip optional">
      <button
        type="button"
        className="chip-body"
        aria-label={t('Add the open note {path}', { path })}
        onClick={take}
      >
        <Icon name="plus" size={14} />
        <SplitName name={splitPath(path).name} title={path} />
        <span className="chip-note">{t('open note')}</span>
      </button>
      <button
        type="button"
        className="chip-remove"
        aria-label={t('Don’t offer {path}', { path })}
        title={t('Don’t offer it')}
        onClick={() => dispatch({ kind: 'open-note', path: undefined })}
      >
        <Icon name="close" size={14} />
      </button>
    </span>
  )
}

/** Struck out until the next turn carries it out. */
function ForgottenChip({ path, title }: { readonly path: string; readonly title: string }) {
  const { undo } = useKept()
  const nameOf = useKeyName()
  const name = keyLabel(path, title)
  return (
    <span className="chip forgotten">
      <span className="chip-body">
        <span className="visually-hidden">{t('Forgotten:')} </span>
        <s>
          <SplitName name={nameOf(path, title)} title={name} />
        </s>
      </span>
      <button
        type="button"
        className="chip-undo"
        aria-label={t('Undo: keep {name}', { name })}
        onClick={() => undo(path, title)}
      >
        {t('Undo')}
      </button>
    </span>
  )
}

/** A file being uploaded, or one that failed. The reason is shown above the composer. */
function UploadChip({ upload, uploads }: { readonly upload: PendingUpload; readonly uploads: Uploads }) {
  const { file, state } = upload
  const moveFocus = useFocusAfterRemoval()
  const isFailed = state.kind === 'failed'
  const retry = { label: t('Try again'), run: () => uploads.retry(upload) }
  return (
    <Chip
      kind="upload"
      label={file.name}
      title={file.name}
      look={isFailed ? 'refused' : 'plain'}
      note={isFailed ? t('not added') : t('uploading {share}', { share: formatShare(state.share, 1) })}
      action={isFailed && state.canRetry ? retry : undefined}
      onRemove={(event) => {
        moveFocus(event)
        uploads.remove(upload)
      }}
    />
  )
}

/** Where the focus goes from a chip that is taken out: by key to the next one, else to the field. */
function useFocusAfterRemoval(): (event: MouseEvent) => void {
  const { composer, layout } = useWorkbench()
  return ({ currentTarget, detail }) => {
    const isByKey = detail === 0
    const beside = isByKey ? besideOf(currentTarget) : undefined
    if (beside) beside.focus()
    // A finger on a phone would bring up the keyboard with it.
    else if (isByKey || layout.sidebar !== 'drawer') composer.current?.focus()
  }
}

function besideOf(button: Element): HTMLElement | undefined {
  const all = [
    ...(button.closest('.chips')?.querySelectorAll<HTMLElement>('.chip-remove:not(.chip-marker)') ?? []),
  ]
  const at = all.findIndex((each) => each === button)
  return all[at + 1] ?? all[at - 1]
}

interface KeptMenuProps {
  readonly kept: readonly KeptView[]
  /** Those of them that have another text now and are not attached again, by key. */
  readonly changed: readonly string[]
  readonly onRenew: (keys: readonly string[]) => void
  readonly lastTurn: TurnView | undefined
}

/** What earlier turns attached and the chat still keeps, with the way to forget each, or to bring its new text along. */
function KeptMenu({ kept, changed, onRenew, lastTurn }: KeptMenuProps) {
  const { openPreview } = useActions()
  const { forget, mark } = useKept()
  const nameOf = useKeyName()
  if (kept.length === 0) return null
  // Content without a file can be shown only as a turn recorded it.
  const open = (path: string) => {
    const isFile = keyParts(path).kind === 'file' || lastTurn === undefined
    openPreview(isFile ? { path } : { path, givenIn: { turnId: lastTurn.id, number: lastTurn.number } })
  }
  const tokens = kept.reduce((sum, { tokens: each }) => sum + each, 0)
  const button = (
    <>
      {countKept(kept)}
      <span className="figures">{formatTokensShort(tokens)}</span>
      <Icon name="down" size={14} />
    </>
  )
  return (
    <Popover
      label={t('{kept}: available in every turn', { kept: countKept(kept) })}
      button={button}
      buttonClass="kept-button"
      side="above"
    >
      <p className="kept-hint">
        {t(
          'Available in every turn of this chat until you forget it. When space runs out, optional attachments are dropped first and essential ones stay whole.',
        )}
      </p>
      {changed.length > 1 ? (
        <p className="kept-all">
          <Button small look="bare" onClick={() => onRenew(changed)}>
            {t('Use the new version of all {count}', { count: changed.length })}
          </Button>
        </p>
      ) : null}
      <ul className="kept-list">
        {kept.map((entry) => (
          <li key={entry.key} className="kept-item" data-changed={changed.includes(entry.key) || undefined}>
            <button type="button" className="kept-name" onClick={() => open(entry.key)}>
              <SplitName name={nameOf(entry.key, entry.title)} title={keyLabel(entry.key, entry.title)} />
            </button>
            <span className="figures kept-facts">{describeKept(entry)}</span>
            <select
              className="kept-mark"
              aria-label={t('Priority of {name}', { name: keyLabel(entry.key, entry.title) })}
              value={entry.priority ?? 'normal'}
              onChange={(event) => mark(entry, event.target.value as KeptMark)}
            >
              {MARKS.map(({ mark: value = 'normal', label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <div className="kept-actions">
              {changed.includes(entry.key) ? (
                <Button
                  small
                  look="bare"
                  aria-label={t('Use the new version of {name}', { name: keyLabel(entry.key, entry.title) })}
                  onClick={() => onRenew([entry.key])}
                >
                  {t('Use the new version')}
                </Button>
              ) : null}
              <Button
                small
                look="bare"
                aria-label={t('Forget {name}', { name: keyLabel(entry.key, entry.title) })}
                onClick={() => forget(entry.key, entry.title)}
              >
                {t('Forget')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Popover>
  )
}

/** One kept note: its size, since when, and in words when its file is no longer what the chat holds. */
export function describeKept({ tokens, sinceTurn, status }: KeptView): string {
  const facts = t('{tokens}, since turn {sinceTurn}', { tokens: formatTokensShort(tokens), sinceTurn })
  switch (status) {
    case 'current':
      return facts
    case 'changed':
      return t('{facts}, file changed', { facts })
    case 'missing':
      return t('{facts}, file gone', { facts })
    default:
      return status satisfies never
  }
}

/** All of them: `5 kept`, and how many files were changed or deleted. */
export function countKept(kept: readonly KeptView[]): string {
  const count = (status: KeptView['status']) => kept.filter((entry) => entry.status === status).length
  const parts = [
    t('{count} kept', { count: kept.length }),
    ...(count('changed') > 0 ? [t('{count} changed', { count: count('changed') })] : []),
    ...(count('missing') > 0 ? [t('{count} gone', { count: count('missing') })] : []),
  ]
  return parts.join(', ')
}

interface MarkMenuProps {
  /** What is marked. */
  readonly title: string
  readonly mark: ContextMark | undefined
  readonly onMark: (mark: ContextMark | undefined) => void
}

/** The priority of an attachment, for when not everything fits. */
function MarkMenu({ title, mark, onMark }: MarkMenuProps) {
  const name = MARKS.find((each) => each.mark === mark)?.label ?? ''
  return (
    <Popover
      label={t('Priority of {title}: {name}', { title, name })}
      button={<Icon name="choose" size={14} />}
      isSign
      buttonClass="chip-remove chip-marker"
      side="above"
    >
      <p className="kept-hint">
        {t('It is sent whole this time. The priority applies from the next message.')}
      </p>
      {MARKS.map((each) => (
        <button
          key={each.label}
          type="button"
          className="popover-item mark-item"
          aria-pressed={each.mark === mark}
          onClick={() => onMark(each.mark)}
        >
          <Icon name="check" size={14} />
          {each.label}
          <span className="faint">{each.about}</span>
        </button>
      ))}
    </Popover>
  )
}
