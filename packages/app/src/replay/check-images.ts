import type { TraceImage, TraceTurn } from './trace-schema.ts'

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
const DATA_URI = /^data:([^;,]*)((?:;[^;,]*)*),/i

/** The first picture of a turn that is none, by its place: `images[0]: …`. */
export function findBadImage(turn: TraceTurn): string | undefined {
  const lists = [
    { place: 'images', images: turn.images },
    ...(turn.attach ?? []).map(({ images }, index) => ({ place: `attach[${index}].images`, images })),
    ...(turn.observed ?? []).map(({ images }, index) => ({ place: `observed[${index}].images`, images })),
  ]
  for (const { place, images } of lists)
    for (const [index, image] of (images ?? []).entries()) {
      const fault = typeof image === 'string' ? faultOfText(image) : faultOfImage(image)
      if (fault !== undefined) return `${place}[${index}]: ${fault}`
    }
  return undefined
}

function faultOfImage({ mediaType, mimeType, data, url, hash }: TraceImage): string | undefined {
  // A picture that was never fetched has no kind yet.
  const isUnknown = hash === '' && data === undefined && mediaType === 'image/*'
  return (
    (isUnknown ? undefined : faultOfType(mediaType)) ??
    faultOfType(mimeType) ??
    (data === undefined ? undefined : faultOfData(data)) ??
    (url === undefined ? undefined : faultOfText(url))
  )
}

function faultOfText(text: string): string | undefined {
  if (!/^data:/i.test(text)) return undefined
  const parts = DATA_URI.exec(text)
  if (!parts?.[2]?.toLowerCase().endsWith(';base64')) return 'a data: URI that is not base64'
  return faultOfType(parts[1]) ?? faultOfData(text.slice(parts[0].length))
}

function faultOfType(type: string | undefined): string | undefined {
  if (type === undefined || /^image\/[\w.+-]+$/i.test(type)) return undefined
  return `"${type.slice(0, 60)}" is not a kind of image`
}

function faultOfData(data: string): string | undefined {
  const bare = data.replace(/\s+/g, '')
  if (bare === '') return 'its data is empty'
  return BASE64.test(bare) && bare.replace(/(?<!=)=+$/, '').length % 4 !== 1
    ? undefined
    : 'its data is not base64'
}
