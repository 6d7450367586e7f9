import { createContext, useContext, useRef, useState } from 'react'
import { newIdempotencyKey } from '../api/new-idempotency-key.ts'
import { routes } from '../api/routes.ts'
import { adviseOn, WebError } from '../api/web-error.ts'
import { formatBytes } from '../view-model/text/format-bytes.ts'
import { useWorkbench } from '../workbench/workbench.tsx'
import { NEW_CHAT } from '../workbench/workbench-state.ts'
import { asTextFile } from './as-text-file.ts'

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

export function useUploads(): Uploads {
  const uploads = useContext(UploadsContext)
  if (!uploads) throw new Error('useUploads needs an UploadsContext above it')
  return uploads
}

/**
 * Hands files over, each on its own; once there, a file becomes a chip of the draft it was dropped into. Made once for
 * the page: whoever looks at something else meanwhile finds them on their way still.
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
      const upload = await routes.upload(file, { onProgress, signal: call.signal })
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
      for (const file of files.map(asTextFile))
        void start({ id: newIdempotencyKey(), chat, file, state: BEGUN })
    },
    retry: (upload) => void start({ ...upload, state: BEGUN }),
    remove: ({ id }) => {
      calls.current.get(id)?.abort()
      drop(id)
    },
  }
}

const BEGUN = { kind: 'running', share: 0 } as const

function tooLarge({ name, size }: File): PendingUpload['state'] {
  const reason = `“${name}” has ${formatBytes(size)}; files of up to ${LARGEST_UPLOAD_WORDS} can be added.`
  return { kind: 'failed', reason, canRetry: false }
}

/** What the server refused it would refuse again. */
function failureOf({ name }: File, error: unknown): PendingUpload['state'] {
  const isRefused = error instanceof WebError && error.code === 'refused'
  const { what } = adviseOn(error)
  return {
    kind: 'failed',
    reason: isRefused ? what : `“${name}” was not added. ${what}`,
    canRetry: !isRefused,
  }
}
