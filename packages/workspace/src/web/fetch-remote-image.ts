import { readImageInfo, type ImageInfo } from '../document/read-image-info.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { webAddress, type WebFetch, checkStatus } from './web-dependencies.ts'

export interface RemoteImageDependencies {
  readonly fetch: WebFetch
  readonly maximumBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface RemoteImage extends ImageInfo {
  /** As asked for, normalised. */
  readonly url: string
  readonly bytes: Uint8Array
  /** The last part of its path, for people. */
  readonly name: string
}

const MAXIMUM_BYTES = 20 * 1024 * 1024

/** A picture from the web, after the user agreed to fetch it. Only its bytes determine its type. */
export async function fetchRemoteImage(
  url: string,
  dependencies: RemoteImageDependencies,
): Promise<RemoteImage> {
  const address = webAddress(url)
  const { fetch, signal, maximumBytes = MAXIMUM_BYTES } = dependencies
  let bytes: Uint8Array
  try {
    const request = { accept: 'image/*', maximumBytes, ...(signal ? { signal } : {}) }
    bytes = checkStatus(await fetch(address, request)).body
  } catch (error) {
    signal?.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    throw new WorkspaceError('page-unreachable', address, `${address} could not be fetched: ${reason}`, {
      cause: error,
    })
  }
  if (bytes.length > maximumBytes)
    throw new WorkspaceError(
      'too-large',
      address,
      `${address} has ${bytes.length} bytes; ${maximumBytes} is the limit.`,
    )
  const reading = readImageInfo(bytes)
  if (reading.kind === 'refused')
    throw new WorkspaceError(
      'document-unsupported',
      address,
      `${address} cannot be shown to a model. ${reading.reason}`,
    )
  return { ...reading.info, url: address, bytes, name: imageName(address) }
}

function imageName(url: string): string {
  const last = new URL(url).pathname.split('/').at(-1) ?? ''
  return (last === '' ? new URL(url).hostname : last).slice(0, 200)
}
