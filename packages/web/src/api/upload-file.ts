import { readAnswer } from './request.ts'
import { WebError } from '../parts/web-error.ts'

export interface UploadWatch {
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Sends a file as it is. Unlike `fetch`, the older way tells how much of it has left. */
export function uploadFile<T>(path: string, file: Blob, { onProgress, signal }: UploadWatch): Promise<T> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', path)
    call.setRequestHeader('accept', 'application/json')
    call.setRequestHeader('content-type', 'application/octet-stream')
    call.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    )
    call.addEventListener('load', () => {
      try {
        resolve(readAnswer(call.status, call.responseText) as T)
      } catch (error) {
        reject(error)
      }
    })
    call.addEventListener('error', () => reject(new WebError('unreachable', 'Varve does not answer.')))
    call.addEventListener('abort', () => reject(new DOMException('The upload was taken back.', 'AbortError')))
    signal.addEventListener('abort', () => call.abort())
    call.send(file)
  })
}
