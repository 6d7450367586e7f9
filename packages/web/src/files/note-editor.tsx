import './note-editor.css'
import '../parts/text-field.css'
import '../shell/chat-dialogs.css'
import type { FileContentView } from '@varve/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { keys } from '../api/keys.ts'
import { renewFiles, useFiles } from '../api/queries.ts'
import { routes } from '../api/routes.ts'
import { NoteMarkdown } from '../markdown/note-markdown.tsx'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorNotice, Notice } from '../parts/notice.tsx'
import { splitFrontMatter } from '../view-model/files/note-text.ts'
import { splitPath } from '../view-model/files/file-names.ts'
import { useActions, useUnsavedText } from '../workbench/actions.ts'
import { parsePlace } from '../workbench/place.ts'
import { commandKey } from '../workbench/use-shortcuts.ts'
import type { NoteDialog } from '../workbench/workbench-state.ts'
import { t } from '../i18n/t.ts'

const draftName = (path: string): string => `note ${path}`

/** An editor for a note, with a preview beside it or in its place. */
export function NoteEditor({ file }: { readonly file: FileContentView }) {
  const { openFile } = useActions()
  const note = useNoteDraft(file)
  const [previewed, setPreviewed] = useState(false)
  const { path } = file
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const leave = () => openFile(path)
  const onKeyDown = (event: KeyboardEvent) => {
    const command = event.metaKey || event.ctrlKey
    if (command && event.key.toLowerCase() === 's') note.save()
    else if (command && event.key.toLowerCase() === 'e') setPreviewed(!previewed)
    else if (event.key === 'Escape') leave()
    else return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field inside it
    <div className="note-editor" onKeyDown={onKeyDown}>
      <div className="note-editor-bar">
        <h2 className="visually-hidden">{t('Edit {path}', { path })}</h2>
        <span className="grow note-editor-state cut" role="status">
          {note.isSaving
            ? t('Saving…')
            : note.isChanged
              ? t('Not saved yet')
              : note.isSaved
                ? t('Saved')
                : ''}
        </span>
        <Button
          small
          look="bare"
          aria-pressed={previewed}
          title={t('Preview ({key} E)', { key: commandKey() })}
          onClick={() => setPreviewed(!previewed)}
        >
          {t('Preview')}
        </Button>
        <Button small onClick={leave}>
          {t('Done')}
        </Button>
        <Button
          small
          look="main"
          title={t('Save ({key} S)', { key: commandKey() })}
          disabled={!note.isChanged || note.isSaving || note.isConflict}
          onClick={note.save}
        >
          {t('Save')}
        </Button>
      </div>
      {note.isConflict ? <Conflict note={note} file={file} /> : null}
      {note.error && !note.isConflict ? <ErrorNotice error={note.error} /> : null}
      <div className="note-editor-panes">
        <textarea
          ref={field}
          className="note-editor-text"
          aria-label={t('Text of {path}', { path })}
          value={note.text}
          dir="auto"
          autoComplete="off"
          onChange={(event) => note.change(event.target.value)}
        />
        {note.isConflict ? (
          <section
            className="note-editor-preview"
            data-conflict=""
            aria-label={t('The file now')}
            tabIndex={0}
          >
            <h3>{t('The file now')}</h3>
            <pre>{file.content}</pre>
          </section>
        ) : previewed ? (
          <NotePreviewPane path={path} text={note.text} />
        ) : null}
      </div>
    </div>
  )
}

function NotePreviewPane({ path, text }: { readonly path: string; readonly text: string }) {
  const shown = useDeferredValue(text)
  const { body, linesBefore } = useMemo(() => splitFrontMatter(shown), [shown])
  return (
    <section className="note-editor-preview" aria-label={t('Preview of {path}', { path })} tabIndex={0}>
      <div className="markdown note-body">
        <NoteMarkdown text={body} linesBefore={linesBefore} />
      </div>
    </section>
  )
}

/** Someone else has written the file. Both texts are shown, and neither is lost whatever is chosen. */
function Conflict({ note, file }: { readonly note: NoteDraft; readonly file: FileContentView }) {
  const client = useQueryClient()
  const { openFile, say } = useActions()
  const files = useFiles().data ?? []
  const copy = useMutation({
    mutationFn: async () => {
      const to = freePath(file.path, new Set(files.map(({ path }) => path)))
      await routes.writeFile(to, new Blob([note.text]), 'absent')
      note.discard()
      await renewFiles(client)
      return to
    },
    onSuccess: (to) => {
      say({ tone: 'info', text: t('Your text is saved as {to}.', { to }) })
      openFile(to)
    },
  })
  return (
    <Notice title={t('The file has changed since you opened it.')} tone="warn">
      <p>
        {t(
          'Your text is kept here until you decide. If you keep yours, the other text becomes an earlier version.',
        )}
      </p>
      <div className="notice-actions">
        <Button small onClick={note.saveOver}>
          {t('Keep mine')}
        </Button>
        <Button small disabled={copy.isPending} onClick={() => copy.mutate()}>
          {t('Save mine as a copy')}
        </Button>
      </div>
      {copy.error ? <ErrorNotice error={copy.error} /> : null}
    </Notice>
  )
}

/** `plan (copy).md`, `plan (copy 2).md`. */
export function freePath(path: string, taken: ReadonlySet<string>): string {
  const dot = path.lastIndexOf('.')
  for (let number = 1; ; number += 1) {
    const to = `${path.slice(0, dot)} (${number === 1 ? t('copy') : t('copy {number}', { number })})${path.slice(dot)}`
    if (!taken.has(to)) return to
  }
}

interface NoteDraft {
  readonly text: string
  readonly isChanged: boolean
  readonly isSaving: boolean
  readonly isSaved: boolean
  readonly error: unknown
  /** The file was changed by others since this was begun. */
  readonly isConflict: boolean
  readonly change: (text: string) => void
  readonly discard: () => void
  readonly save: () => void
  /** Overwrites concurrent changes, which become an earlier version. */
  readonly saveOver: () => void
}

/** What is typed and not saved yet, over what the file holds. Whoever leaves with such a text is asked. */
function useNoteDraft(file: FileContentView): NoteDraft {
  const client = useQueryClient()
  const { openDialog } = useActions()
  const { path, contentHash } = file
  const content = toField(file.content)
  const { typed, latest, keep } = useUnsavedText(draftName(path))
  const text = typed?.text ?? content
  const isChanged = text !== content
  const isConflict = isChanged && typed?.hash !== contentHash
  const write = useMutation({
    mutationFn: (hash: string) => saveNote(client, { path, text, hash, content: file.content }),
    onSuccess: (saved) => {
      // What was typed while it was on its way is kept.
      const now = latest()
      keep(now && now.text !== text ? { text: now.text, hash: saved } : undefined)
    },
    // Someone else may have been faster: their text is shown beside.
    onError: () => client.invalidateQueries({ queryKey: keys.content(path) }),
  })
  useAskOnClose(isChanged)
  const askOnLeaving = useEffectEvent(() => {
    if (latest() && latest()?.text !== content) openDialog({ kind: 'unsaved-note', path })
    else keep(undefined)
  })
  useEffect(() => () => askOnLeaving(), [])
  return {
    text,
    isChanged,
    isSaving: write.isPending,
    isSaved: write.isSuccess && !isChanged,
    error: write.error,
    isConflict,
    change: (next) => keep(next === content ? undefined : { text: next, hash: typed?.hash ?? contentHash }),
    discard: () => keep(undefined),
    save: () => {
      if (isChanged && !isConflict && !write.isPending) write.mutate(typed?.hash ?? contentHash)
    },
    saveOver: () => write.mutate(contentHash),
  }
}

/** The browser asks before the page goes, in its own words. */
function useAskOnClose(isChanged: boolean): void {
  useEffect(() => {
    if (!isChanged) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isChanged])
}

interface NoteToSave {
  readonly path: string
  readonly text: string
  /** Of the text it replaces. */
  readonly hash: string
  /** The text it replaces, for the way its lines end. */
  readonly content: string
}

/** Writes a note as any tool does: what it replaces becomes a version. Gives the hash of what is there now. */
async function saveNote(client: QueryClient, { path, text, hash, content }: NoteToSave): Promise<string> {
  const written = fromField(text, content)
  const saved = await routes.writeFile(path, new Blob([written]), hash)
  client.setQueryData<FileContentView>(
    keys.content(path),
    (now) => now && { ...now, content: written, contentHash: saved.contentHash },
  )
  void renewFiles(client)
  void client.invalidateQueries({ queryKey: keys.versions(path) })
  return saved.contentHash
}

/** A field has its own ends of lines. */
const toField = (content: string): string => content.replaceAll('\r\n', '\n')

/** The lines end as they did, where all of them ended in the way of Windows. */
export function fromField(text: string, content: string): string {
  return /\r\n/.test(content) && !/(?<!\r)\n/.test(content) ? text.replaceAll('\n', '\r\n') : text
}

interface NoteDialogProps {
  readonly path: string
  readonly onClose: () => void
}

/** A note to be made, moved, or left with text that isn't saved. */
export function NoteDialogs({
  dialog,
  onClose,
}: {
  readonly dialog: NoteDialog
  readonly onClose: () => void
}) {
  switch (dialog.kind) {
    case 'new-note':
      return <PathDialog kind="new" path={dialog.path} onClose={onClose} />
    case 'move-note':
      return <PathDialog kind="move" path={dialog.path} onClose={onClose} />
    case 'unsaved-note':
      return <UnsavedDialog path={dialog.path} onClose={onClose} />
    default:
      return dialog.kind satisfies never
  }
}

/** Asks what becomes of a text whose note was left. */
function UnsavedDialog({ path, onClose }: NoteDialogProps) {
  const client = useQueryClient()
  const { openFile, say } = useActions()
  const { typed, keep } = useUnsavedText(draftName(path))
  const back = () => {
    onClose()
    openFile(path, { kind: 'edit' })
  }
  const save = useMutation({
    mutationFn: async () => {
      const { content, contentHash } = await client.fetchQuery({
        queryKey: keys.content(path),
        queryFn: () => routes.fileContent(path),
      })
      if (typed) await saveNote(client, { path, text: typed.text, hash: typed.hash ?? contentHash, content })
    },
    onSuccess: () => {
      keep(undefined)
      onClose()
      say({ tone: 'info', text: t('Saved {name}.', { name: splitPath(path).name }) })
    },
  })
  return (
    <Dialog label={t('Unsaved changes')} onClose={back}>
      <div className="dialog-head">
        <h2>{t('Save your changes to “{name}”?', { name: splitPath(path).name })}</h2>
      </div>
      <div className="dialog-body chat-dialog-body">
        <p>{t('Your text is not in the file yet.')}</p>
        {save.error ? <ErrorNotice error={save.error} /> : null}
      </div>
      <div className="dialog-foot">
        <Button look="bare" onClick={back}>
          {t('Keep editing')}
        </Button>
        <Button
          onClick={() => {
            keep(undefined)
            onClose()
          }}
        >
          {t('Discard')}
        </Button>
        <Button look="main" disabled={save.isPending} onClick={() => save.mutate()}>
          {t('Save')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Asks for the path of a new note, or the new path of a file. */
function PathDialog({ kind, path, onClose }: NoteDialogProps & { readonly kind: 'new' | 'move' }) {
  const client = useQueryClient()
  const { openFile, say, sayError, dispatch } = useActions()
  const files = useFiles().data
  const [to, setTo] = useState(path)
  const folders = useMemo(() => foldersOf((files ?? []).map((file) => file.path)), [files])
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { folder, name } = splitPath(path)
    const start = folder === '' ? 0 : folder.length + 1
    const end = name.includes('.') ? start + name.lastIndexOf('.') : path.length
    field.current?.setSelectionRange(start, end)
  }, [path])
  const move = async (from: string, target: string): Promise<string> => {
    const moved = await routes.moveFile(from, target)
    dispatch({ kind: 'open-note', path: moved.path })
    const place = parsePlace(location.hash)
    if (place.kind === 'files' && place.path === from) openFile(moved.path)
    client.removeQueries({ queryKey: keys.content(from) })
    await renewFiles(client)
    return moved.path
  }
  const goBack = (moved: string) => {
    move(moved, path).catch((error: unknown) => sayError(t('Couldn’t move it back.'), error))
  }
  const submit = useMutation({
    mutationFn: async () => {
      const wanted = to.trim().replace(/^\/+/, '')
      if (kind === 'move') return move(path, wanted)
      const named = /\.[^/.]+$/.test(wanted) ? wanted : `${wanted}.md`
      const { name } = splitPath(named)
      const title = name.slice(0, name.lastIndexOf('.'))
      const made = await routes.writeFile(named, new Blob([`# ${title}\n`]), 'absent')
      await renewFiles(client)
      return made.path
    },
    onSuccess: (now) => {
      onClose()
      if (kind === 'new') return openFile(now, { kind: 'edit' })
      return say({
        tone: 'info',
        text: t('Moved to {now}.', { now }),
        action: { label: t('Undo'), run: () => goBack(now) },
      })
    },
  })
  const title = kind === 'new' ? t('New note') : t('Rename or move')
  const isReady = to.trim() !== '' && !to.trim().endsWith('/') && to.trim() !== (kind === 'move' ? path : '')
  return (
    <Dialog label={title} title={title} forTyping onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady && !submit.isPending) submit.mutate()
        }}
      >
        <div className="dialog-body chat-dialog-body">
          <input
            ref={field}
            className="text-field"
            aria-label={kind === 'new' ? t('Name of the note') : t('New path')}
            placeholder={t('folder/name.md')}
            list="note-folders"
            value={to}
            maxLength={500}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setTo(event.target.value)}
          />
          <datalist id="note-folders">
            {folders.map((folder) => (
              <option key={folder} value={`${folder}/${kind === 'move' ? splitPath(path).name : ''}`} />
            ))}
          </datalist>
          <p className="faint">
            {kind === 'new'
              ? t('Put folders before the name, with slashes. New folders are created.')
              : t(
                  'Put folders before the name, with slashes. Links in other notes don’t change; earlier versions move along.',
                )}
          </p>
          {submit.error ? <ErrorNotice error={submit.error} /> : null}
        </div>
        <div className="dialog-foot">
          <Button look="bare" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" look="main" disabled={!isReady || submit.isPending}>
            {kind === 'new' ? t('Create note') : t('Move')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function foldersOf(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>()
  for (const path of paths)
    for (let { folder } = splitPath(path); folder !== ''; { folder } = splitPath(folder)) folders.add(folder)
  return [...folders].sort((a, b) => (a < b ? -1 : 1))
}
