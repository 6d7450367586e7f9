import { readAnswer } from './request.ts'
import { WebError } from '../parts/web-error.ts'

/** Sends the bytes of a file. */
export async function sendFile<T>(method: 'PUT' | 'POST', path: string, file: Blob): Promise<T> {
  const headers = { accept: 'application/json', 'content-type': 'application/octet-stream' }
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers,
    body: file,
  }).catch((cause: unknown) => {
    throw new WebError('unreachable', 'Varve does not answer.', { cause })
  })
  return readAnswer(response.status, await response.text()) as T
}
