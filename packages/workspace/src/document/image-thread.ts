import photon from '@silvia-odwyer/photon-node'
import { serveJob } from '../worker/serve-job.ts'
import type { ImageMediaType } from './read-image-info.ts'
import type { ImageAnswer, ImageJob } from './image-protocol.ts'
import { turnPixels } from './turn-pixels.ts'

const QUALITIES = [85, 70, 55]
const SHRINK = 0.75
const MAXIMUM_TRIES = 12

type Photon = photon.PhotonImage

await serveJob((job: ImageJob): ImageAnswer => {
  const decoded = decode(job.bytes)
  const isOpaque = job.isPhoto || hasNoTransparency(decoded)
  let image = scaleAndTurn(decoded, job)
  let smallest = Number.POSITIVE_INFINITY
  for (let tries = 0; tries < MAXIMUM_TRIES; tries += 1) {
    const [width, height] = [image.get_width(), image.get_height()]
    for (const [mediaType, bytes] of encodings(image, job.isPhoto, isOpaque)) {
      smallest = Math.min(smallest, bytes.length)
      if (bytes.length <= job.maximumBytes) return { kind: 'fitted', bytes, mediaType, width, height }
    }
    image = scale(image, Math.max(1, Math.floor(width * SHRINK)), Math.max(1, Math.floor(height * SHRINK)))
  }
  return { kind: 'too-large', smallest }
})

function decode(bytes: Uint8Array): Photon {
  try {
    return photon.PhotonImage.new_from_byteslice(bytes)
  } catch (error) {
    throw new Error('its pixels cannot be decoded.', { cause: error })
  }
}

/** Scaled first, since fewer pixels are left to turn then. */
function scaleAndTurn(decoded: Photon, { orientation, width, height }: ImageJob): Photon {
  if (orientation === 1) return scale(decoded, width, height)
  const [storedWidth, storedHeight] = orientation >= 5 ? [height, width] : [width, height]
  const data = scale(decoded, storedWidth, storedHeight).get_raw_pixels()
  const turned = turnPixels({ data, width: storedWidth, height: storedHeight }, orientation)
  return new photon.PhotonImage(turned.data, width, height)
}

function scale(image: Photon, width: number, height: number): Photon {
  if (image.get_width() === width && image.get_height() === height) return image
  return photon.resize(image, width, height, photon.SamplingFilter.Lanczos3)
}

/** From best to smallest. A drawing stays lossless while that fits; transparency is always kept. */
function* encodings(
  image: Photon,
  isPhoto: boolean,
  isOpaque: boolean,
): Generator<readonly [ImageMediaType, Uint8Array]> {
  if (!isPhoto) yield ['image/png', image.get_bytes()]
  if (isOpaque) for (const quality of QUALITIES) yield ['image/jpeg', image.get_bytes_jpeg(quality)]
}

function hasNoTransparency(image: Photon): boolean {
  const pixels = image.get_raw_pixels()
  for (let at = 3; at < pixels.length; at += 4) if (pixels[at] !== 255) return false
  return true
}
