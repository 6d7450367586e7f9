import {
  type ClipboardEvent,
  createContext,
  type DragEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Attachable } from '@varve/contract'
import { insertText } from '../view-model/text/text.ts'
import { parsePageAddress, removeMention } from '../view-model/composer/find-mention.ts'
import { withAttached, withText } from '../view-model/draft.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { draftOf, NEW_CHAT } from '../workbench/workbench-state.ts'
import { newId } from '../api/client.ts'
import { routes } from '../api/routes.ts'
import { adviseOn, WebError } from '../parts/web-error.ts'
import { formatBytes } from '../view-model/text/format.ts'
import { t } from '../i18n/t.ts'

/** Longer texts become an attachment. */
const LONG = 2_000

/** The most characters that the server takes in one text. */
const LONGEST = 1_000_000

export interface Intake {
  readonly uploads: Uploads
  readonly drop: DropTarget
  /** The address of a page that was pasted or dropped by itself: it may be attached instead. */
  readonly offeredPage: string | undefined
  readonly attachPage: () => void
  readonly refusePage: () => void
  readonly onPaste: (event: ClipboardEvent) => void
}

/** All that comes in by paste and drop. What is not taken stays where it was; nothing is lost on the way. */
export function useIntake(): Intake {
  const { chatId, state, dispatch, composer, say } = useWorkbench()
  const chat = chatId ?? NEW_CHAT
  const draft = draftOf(state, chat)
  const uploads = useUploads()
  const [offered, setOffered] = useState<{ readonly chat: string; readonly address: string }>()

  const type = (text: string) => {
    const typed = insertText(draft.text, composer.current?.selectionStart ?? draft.text.length, text)
    dispatch({ kind: 'edit', chat, change: (now) => withText(now, typed.text) })
  }
  const drop = useDropTarget({
    onFiles: uploads.add,
    onFolder: () =>
      say({
        tone: 'error',
        text: t('A folder cannot be dropped here. Drop its files, or open it as a workspace.'),
      }),
    onAddress: (address) => {
      type(address)
      setOffered({ chat, address })
    },
    onText: (text) => takeLong(readTransfer({ text, hasMarkup: false, files: 0 }), text),
  })
  /** Turns a long text into an attachment or a file; returns whether it was long. */
  const takeLong = ({ kind }: Transfer, text: string): boolean => {
    if (kind === 'text-file') uploads.add([new File([text], 'Pasted text.txt', { type: 'text/plain' })])
    else if (kind === 'long-text') dispatch({ kind: 'attach', chat, item: { kind: 'paste', content: text } })
    else return false
    return true
  }
  const onPaste = (event: ClipboardEvent) => {
    const { clipboardData: data } = event
    const text = data.getData('text/plain')
    const files = [...data.files]
    const transfer = readTransfer({ text, hasMarkup: data.types.includes('text/html'), files: files.length })
    switch (transfer.kind) {
      case 'text':
        return
      case 'page':
        return setOffered({ chat, address: transfer.address })
      case 'files':
        event.preventDefault()
        return uploads.add(files)
      case 'text-file':
      case 'long-text':
        event.preventDefault()
        takeLong(transfer, text)
        return
      default:
        return transfer satisfies never
    }
  }
  // Nothing to offer once the text has left the message or become a chip.
  const isOffered =
    offered?.chat === chat &&
    draft.text.includes(offered.address) &&
    !draft.attach.includes(offered.address) &&
    !draft.text.includes(`@${offered.address}`)
  const attachPage = () => {
    if (!offered) return
    const { address } = offered
    const start = draft.text.indexOf(address)
    const { text } = removeMention(draft.text, { start, end: start + address.length })
    dispatch({ kind: 'edit', chat, change: (now) => withAttached(withText(now, text), address) })
    setOffered(undefined)
    composer.current?.focus()
  }
  return {
    uploads,
    drop,
    onPaste,
    offeredPage: isOffered ? offered.address : undefined,
    attachPage,
    refusePage: () => setOffered(undefined),
  }
}

/** What was pasted, or dropped from another program. */
interface Transferred {
  readonly text: string
  /** The text is also there with its markup, as from a page or a word processor. */
  readonly hasMarkup: boolean
  readonly files: number
}

type Transfer =
  | { readonly kind: 'files' }
  | { readonly kind: 'page'; readonly address: string }
  | { readonly kind: 'long-text' }
  /** Too long for a message in any form but a file. */
  | { readonly kind: 'text-file' }
  /** The field takes it as it is. */
  | { readonly kind: 'text' }

/** A word processor adds a picture of the text to it; there the text is meant. */
export function readTransfer({ text, hasMarkup, files }: Transferred): Transfer {
  if (files > 0 && (text.trim() === '' || !hasMarkup)) return { kind: 'files' }
  const address = parsePageAddress(text)
  if (address !== undefined) return { kind: 'page', address }
  if (text.length > LONGEST) return { kind: 'text-file' }
  return { kind: text.length > LONG ? 'long-text' : 'text' }
}

interface DropTarget {
  /** Something that can be dropped is held over the target. */
  readonly isOver: boolean
  readonly handlers: {
    readonly onDragEnter: (event: DragEvent) => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
  }
}

interface DropOptions {
  readonly onFiles: (files: readonly File[]) => void
  readonly onFolder: () => void
  readonly onAddress: (address: string) => void
  /** Words from another program, over a field that takes them; returns whether they were taken in another way. */
  readonly onText: (text: string) => boolean
}

/** Takes files and links from other programs. What is dragged within the page is left alone. */
function useDropTarget({ onFiles, onFolder, onAddress, onText }: DropOptions): DropTarget {
  const [isOver, setOver] = useState(false)
  const isOwn = useOwnDrag()
  const concerns = ({ dataTransfer }: DragEvent) =>
    !isOwn.current && dataTransfer.types.some((type) => type === 'Files' || type === 'text/uri-list')
  const hold = (event: DragEvent) => {
    if (!concerns(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false)
  }
  const onDrop = (event: DragEvent) => {
    setOver(false)
    if (!concerns(event)) {
      if (!isOwn.current && onText(event.dataTransfer.getData('text/plain'))) event.preventDefault()
      return
    }
    event.preventDefault()
    const { files, folders } = readFiles(event.dataTransfer)
    if (folders > 0) onFolder()
    if (files.length > 0) return onFiles(files)
    const address = parsePageAddress(firstAddress(event.dataTransfer))
    if (address !== undefined && folders === 0) onAddress(address)
  }
  return { isOver, handlers: { onDragEnter: hold, onDragOver: hold, onDragLeave, onDrop } }
}

/** A folder also looks like a file, until it is read. */
function readFiles(data: DataTransfer): { readonly files: readonly File[]; readonly folders: number } {
  const items = [...data.items].filter(({ kind }) => kind === 'file')
  const files = items.flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory === true ? null : item.getAsFile()
    return file ? [file] : []
  })
  return { files, folders: items.length - files.length }
}

/** A list of addresses has one on each line; a line that begins with # is a remark. */
function firstAddress(data: DataTransfer): string {
  const list = data.getData('text/uri-list') || data.getData('text/plain')
  return list.split(/\r?\n/).find((line) => line !== '' && !line.startsWith('#')) ?? ''
}

/** Whether what is dragged comes from this page. */
function useOwnDrag(): { readonly current: boolean } {
  const isOwn = useRef(false)
  useEffect(() => {
    const begin = () => (isOwn.current = true)
    const end = () => (isOwn.current = false)
    addEventListener('dragstart', begin)
    addEventListener('dragend', end)
    return () => {
      removeEventListener('dragstart', begin)
      removeEventListener('dragend', end)
    }
  }, [])
  return isOwn
}

/** The most bytes that the server takes. */
const LARGEST_UPLOAD = 64 * 1024 * 1024
export const LARGEST_UPLOAD_WORDS = '64\u00a0MB'

/** A file on its way, or one that could not be taken; it stays until someone takes it out. */
export interface PendingUpload {
  readonly id: string
  readonly chat: string
  readonly file: File
  readonly state:
    | { readonly kind: 'running'; readonly share: number }
    | { readonly kind: 'failed'; readonly reason: string; readonly canRetry: boolean }
}

export interface Uploads {
  /** Of the chat on screen. */
  readonly pending: readonly PendingUpload[]
  readonly add: (files: readonly File[]) => void
  readonly retry: (upload: PendingUpload) => void
  readonly remove: (upload: PendingUpload) => void
}

export const UploadsContext = createContext<Uploads | undefined>(undefined)

function useUploads(): Uploads {
  const uploads = useContext(UploadsContext)
  if (!uploads) throw new Error('useUploads needs an UploadsContext above it')
  return uploads
}

/**
 * Uploads files, each separately; a finished one becomes a chip of the draft it was dropped into. Created
 * once for the page, so that uploads continue while the user looks at something else.
 */
export function useNewUploads(): Uploads {
  const { chatId, dispatch } = useWorkbench()
  const [all, setAll] = useState<readonly PendingUpload[]>([])
  const calls = useRef(new Map<string, AbortController>())
  const chat = chatId ?? NEW_CHAT
  const put = (upload: PendingUpload) =>
    setAll((before) =>
      before.some(({ id }) => id === upload.id)
        ? before.map((old) => (old.id === upload.id ? upload : old))
        : [...before, upload],
    )
  const drop = (id: string) => setAll((before) => before.filter((other) => other.id !== id))

  const start = async (begun: PendingUpload) => {
    const { id, file } = begun
    if (file.size > LARGEST_UPLOAD) return put({ ...begun, state: tooLarge(file) })
    put(begun)
    const call = new AbortController()
    calls.current.set(id, call)
    try {
      const onProgress = (share: number) => put({ ...begun, state: { kind: 'running', share } })
      const thumbnail = drawThumbnail(file)
      const upload = await routes.upload(file, { onProgress, signal: call.signal })
      const drawn = await thumbnail
      if (drawn !== undefined) thumbnails.set(`upload:${upload.id}`, drawn)
      dispatch({ kind: 'attach', chat: begun.chat, item: `upload:${upload.id}`, upload })
      drop(id)
    } catch (error) {
      if (!call.signal.aborted) put({ ...begun, state: failureOf(file, error) })
    } finally {
      calls.current.delete(id)
    }
  }
  return {
    pending: all.filter((upload) => upload.chat === chat),
    add: (files) => {
      for (const file of files.map(asTextFile)) void start({ id: newId(), chat, file, state: BEGUN })
    },
    retry: (upload) => void start({ ...upload, state: BEGUN }),
    remove: ({ id }) => {
      calls.current.get(id)?.abort()
      drop(id)
    },
  }
}

/** Pictures of this visit by their name in a draft, small. After a reload a chip has its sign instead. */
const thumbnails = new Map<string, string>()

export function thumbnailOf(item: Attachable | undefined): string | undefined {
  return typeof item === 'string' ? thumbnails.get(item) : undefined
}

const THUMBNAIL_HEIGHT = 72

/** A picture, drawn small; undefined for any other file, and for what the browser can't read. */
async function drawThumbnail(file: File): Promise<string | undefined> {
  if (!file.type.startsWith('image/')) return undefined
  try {
    const drawn = await createImageBitmap(file)
    const scale = Math.min(1, THUMBNAIL_HEIGHT / Math.min(drawn.width, drawn.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(drawn.width * scale))
    canvas.height = Math.max(1, Math.round(drawn.height * scale))
    canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height)
    drawn.close()
    return canvas.toDataURL('image/webp', 0.8)
  } catch {
    return undefined
  }
}

const BEGUN = { kind: 'running', share: 0 } as const

function tooLarge({ name, size }: File): PendingUpload['state'] {
  const reason = t('“{name}” is {size}. Add files of up to {LARGEST_UPLOAD_WORDS}.', {
    name,
    size: formatBytes(size),
    LARGEST_UPLOAD_WORDS,
  })
  return { kind: 'failed', reason, canRetry: false }
}

/** What the server refused it would refuse again. */
function failureOf({ name }: File, error: unknown): PendingUpload['state'] {
  const isRefused = error instanceof WebError && error.code === 'refused'
  const { what } = adviseOn(error)
  return {
    kind: 'failed',
    reason: isRefused ? what : t('“{name}” was not added. {what}', { name, what }),
    canRetry: !isRefused,
  }
}

/** A drawing that is written as text goes along as that text: models take no SVG as a picture. Others stay as they are. */
export function asTextFile(file: File): File {
  const isDrawing = file.type === 'image/svg+xml' || /\.svg$/i.test(file.name)
  return isDrawing ? new File([file], `${file.name}.txt`, { type: 'text/plain' }) : file
}
