import { runInWorker, type WorkerLimits } from '../worker/run-in-worker.ts'
import { WorkspaceError } from '../workspace-error.ts'
import { documentOutcome } from './document-outcome.ts'
import { type ImageInfo, type ImageMediaType, readImageInfo } from './read-image-info.ts'
import type { ImageAnswer, ImageJob } from './image-protocol.ts'
import { type Artifact, createArtifact } from '@varve/engine'
import { hashBytes, type ImageReference } from '@varve/engine/internal'

export interface ImageLimits extends WorkerLimits {
  /** Of the file. */
  readonly bytes: number
  /** Width times height; more is not decoded. */
  readonly pixels: number
}

const IMAGE_LIMITS: ImageLimits = {
  bytes: 100 * 1024 * 1024,
  pixels: 50_000_000,
  milliseconds: 30_000,
  heapMegabytes: 128,
  bufferMegabytes: 1024,
}

export interface FitImageOptions {
  /** For messages only. */
  readonly path: string
  readonly maximumWidth: number
  readonly maximumHeight: number
  readonly maximumBytes: number
  /** Formats that the model accepts; others are converted to PNG or JPEG. */
  readonly accepted?: readonly ImageMediaType[] | undefined
  readonly limits?: Partial<ImageLimits> | undefined
  readonly signal?: AbortSignal | undefined
}

export interface FittedImage {
  readonly bytes: Uint8Array
  readonly mediaType: ImageMediaType
  /** As it is seen. */
  readonly width: number
  readonly height: number
  /** What was done to it; absent where the bytes are the given ones, untouched. */
  readonly change?: string
}

const ACCEPTED: readonly ImageMediaType[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/**
 * Fits a picture to a model: the same bytes if possible, else scaled down. Deterministic for the same bytes
 * and limits. A picture too large to decode safely is refused by its header.
 */
export async function fitImage(bytes: Uint8Array, options: FitImageOptions): Promise<FittedImage> {
  const limits = { ...IMAGE_LIMITS, ...options.limits }
  const info = checkedInfo(bytes, options.path, limits)
  const seen = seenSize(info)
  const scale = Math.min(1, options.maximumWidth / seen.width, options.maximumHeight / seen.height)
  const isAccepted = (options.accepted ?? ACCEPTED).includes(info.mediaType)
  if (isAccepted && scale === 1 && bytes.length <= options.maximumBytes)
    return { bytes, mediaType: info.mediaType, ...seen }
  return refit({ bytes, options, limits, info, scale })
}

interface Refit {
  readonly bytes: Uint8Array
  readonly options: FitImageOptions
  readonly limits: ImageLimits
  readonly info: ImageInfo
  readonly scale: number
}

async function refit({ bytes, options, limits, info, scale }: Refit): Promise<FittedImage> {
  const { path, maximumBytes, signal } = options
  if (info.mediaType === 'image/avif')
    throw new WorkspaceError(
      'document-unsupported',
      path,
      `${path} is an AVIF picture, which most models do not take and Varve cannot change into another kind.`,
    )
  const seen = seenSize(info)
  const outcome = await runInWorker<ImageJob, ImageAnswer>({
    entry: new URL('./image-thread.ts', import.meta.url),
    input: {
      bytes,
      orientation: info.orientation,
      width: Math.max(1, Math.floor(seen.width * scale)),
      height: Math.max(1, Math.floor(seen.height * scale)),
      maximumBytes,
      isPhoto: info.mediaType === 'image/jpeg',
    },
    limits,
    signal,
  })
  const answer = documentOutcome(path, outcome)
  if (answer.kind === 'too-large')
    throw tooLarge(
      path,
      `${path} does not fit into ${maximumBytes} bytes; its smallest form has ${answer.smallest}.`,
    )
  const { width, height, mediaType } = answer
  const change = `${seen.width} × ${seen.height} ${info.mediaType} → ${width} × ${height} ${mediaType}`
  const stillNote = info.mediaType === 'image/gif' ? '; of a moving picture, the first one' : ''
  return { bytes: answer.bytes, mediaType, width, height, change: `${change}${stillNote}` }
}

function checkedInfo(bytes: Uint8Array, path: string, limits: ImageLimits): ImageInfo {
  if (bytes.length > limits.bytes)
    throw tooLarge(path, `${path} has ${bytes.length} bytes; a picture may have ${limits.bytes}.`)
  const reading = readImageInfo(bytes)
  if (reading.kind === 'refused')
    throw new WorkspaceError('document-unsupported', path, `${path}: ${reading.reason}`)
  const { width, height } = reading.info
  if (width * height > limits.pixels)
    throw tooLarge(
      path,
      `${path} says it is ${width} × ${height}; a picture may have ${limits.pixels} pixels.`,
    )
  return reading.info
}

function seenSize({ width, height, orientation }: ImageInfo): {
  readonly width: number
  readonly height: number
} {
  return orientation >= 5 ? { width: height, height: width } : { width, height }
}

function tooLarge(path: string, message: string): WorkspaceError {
  return new WorkspaceError('document-too-large', path, message)
}

/** How an artifact names a picture: by the hash of the bytes that are sent. */
export function imageReference(
  path: string,
  { bytes, mediaType, width, height }: FittedImage,
): ImageReference {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return { hash: hashBytes(bytes), mediaType, name, width, height }
}

/** A picture that the user named; its hash is that of the file, whatever size of it is sent. */
export function imageArtifact(path: string, original: Uint8Array, fitted: FittedImage): Artifact {
  const { mediaType, width, height, change } = fitted
  return createArtifact({
    kind: 'image',
    source: { path },
    content: `Image ${path} (${mediaType}, ${width} × ${height})`,
    contentHash: hashBytes(original),
    images: [imageReference(path, fitted)],
    metadata: { mediaType, width, height, ...(change === undefined ? {} : { change }) },
  })
}
